/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.settings;

import static org.assertj.core.api.Assertions.assertThat;

import org.hpcreuse.cleanup.TestSlot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SystemPropertiesTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldSeeFirstContainersPropertyWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(SystemProperties.class);
    assertThat(System.getProperty("first.container")).isEqualTo("was here");
  }

  @Test
  void shouldNotSeePropertyWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(System.getProperty("first.container")).isNull();
  }

  private void firstContainer() throws Exception {
    System.setProperty("first.container", "was here");
  }
}
