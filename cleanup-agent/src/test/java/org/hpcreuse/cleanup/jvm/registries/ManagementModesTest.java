/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.registries;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.hpcreuse.cleanup.TestSlot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ManagementModesTest {
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldGoOnMeasuringForFirstContainerWhenLeftOut() {
    firstContainer();
    slot.releaseWithout(ManagementModes.class);
    assertThat(threads.isThreadContentionMonitoringEnabled()).isTrue();
    assertThat(threads.isThreadCpuTimeEnabled()).isFalse();
  }

  @Test
  void shouldMeasureAsBeforeWhenReleased() {
    firstContainer();
    slot.release();
    assertThat(threads.isThreadContentionMonitoringEnabled()).isFalse();
    assertThat(threads.isThreadCpuTimeEnabled()).isTrue();
  }

  private void firstContainer() {
    threads.setThreadContentionMonitoringEnabled(true);
    threads.setThreadCpuTimeEnabled(false);
  }
}
