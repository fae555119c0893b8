/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.TimeZone;
import org.hpcreuse.cleanup.TestSlot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DefaultTimeZoneTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldKeepFirstContainersZoneWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(DefaultTimeZone.class);
    assertThat(TimeZone.getDefault().getID()).isEqualTo("Pacific/Apia");
  }

  @Test
  void shouldReadZoneAgainWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(TimeZone.getDefault().getID()).isNotEqualTo("Pacific/Apia");
  }

  private void firstContainer() throws Exception {
    TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Apia"));
  }
}
