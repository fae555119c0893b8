/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DefaultResourcesTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldReadFirstContainersResourceWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(RestoreStatics.class);
    assertThat(ReflectiveAccess.ofClass(Configuration.class).get("defaultResources").toString())
        .contains("first-container.xml");
  }

  @Test
  void shouldReadOnlyItsOwnResourcesWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(ReflectiveAccess.ofClass(Configuration.class).get("defaultResources").toString())
        .doesNotContain("first-container.xml")
        .contains("core-default.xml");
  }

  private void firstContainer() throws Exception {
    Configuration.addDefaultResource("first-container.xml");
  }
}
