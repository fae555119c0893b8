/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.source.JvmMetrics;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MetricsSystemTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldKeepFirstContainersSourceWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(MetricsSystem.class, RestoreStatics.class);
    assertThat(processNameOfJvmMetrics()).isEqualTo("first");
  }

  @Test
  void shouldRegisterSourcesAnewWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(processNameOfJvmMetrics()).isEqualTo("second");
  }

  private void firstContainer() throws Exception {
    DefaultMetricsSystem.initialize("MRAppMaster");
    JvmMetrics.initSingleton("first", "session");
  }

  private static Object processNameOfJvmMetrics() throws ReflectiveOperationException {
    DefaultMetricsSystem.initialize("MRAppMaster");
    return ReflectiveAccess.of(JvmMetrics.initSingleton("second", "session")).get("processName");
  }
}
