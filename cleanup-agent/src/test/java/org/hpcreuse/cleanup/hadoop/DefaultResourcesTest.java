/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.state.LoadedClasses;
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
  void shouldLeaveOutWhatNoFileHasUntilTheRelease() throws Exception {
    LoadedClasses framework = new LoadedClasses(getClass().getClassLoader());
    Configuration.addDefaultResource("no-such-file.xml");

    DefaultResources.bind(framework, getClass().getClassLoader());
    assertThat(names()).contains("core-default.xml").doesNotContain("no-such-file.xml");
    DefaultResources.bind(framework, ClassLoader.getPlatformClassLoader());
    assertThat(names()).doesNotContain("core-default.xml");

    slot.release();
    assertThat(names()).contains("core-default.xml");
  }

  private static String names() throws Exception {
    return ReflectiveAccess.ofClass(Configuration.class).get("defaultResources").toString();
  }
}
