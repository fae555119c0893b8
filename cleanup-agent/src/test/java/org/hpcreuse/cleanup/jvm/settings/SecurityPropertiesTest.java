/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.Security;
import org.hpcreuse.cleanup.TestSlot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SecurityPropertiesTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldKeepFirstContainersPropertyWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(SecurityProperties.class);
    assertThat(Security.getProperty("first.container")).isNotNull();
  }

  @Test
  void shouldHaveNoPropertyWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(Security.getProperty("first.container")).isNull();
  }

  private void firstContainer() throws Exception {
    Security.setProperty("first.container", "was here");
  }
}
