/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.hpcreuse.cleanup.TestSlot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ResourceTypesTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldKnowFirstContainersResourcesWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(RestoreStatics.class);
    assertThat(ResourceUtils.getResourceTypes().containsKey("first")).isTrue();
  }

  @Test
  void shouldReadResourcesAgainWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(ResourceUtils.getResourceTypes().containsKey("first")).isFalse();
  }

  private void firstContainer() throws Exception {
    Configuration conf = new Configuration();
    conf.set("yarn.resource-types", "first");
    ResourceUtils.resetResourceTypes(conf);
  }
}
