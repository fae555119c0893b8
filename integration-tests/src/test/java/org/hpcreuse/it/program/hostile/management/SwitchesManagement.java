/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.management;

import java.lang.management.ManagementFactory;

/** Leaves switches of the JVM's own beans turned: verbose, contention, thresholds. */
public final class SwitchesManagement {
  private SwitchesManagement() {}

  /** Leaves it. */
  public static void main(String[] args) {

    ManagementFactory.getMemoryMXBean().setVerbose(true);
    ManagementFactory.getThreadMXBean().setThreadContentionMonitoringEnabled(true);
    ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
        .setThreadAllocatedMemoryEnabled(false);
    ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.isUsageThresholdSupported())
        .forEach(pool -> pool.setUsageThreshold(17 << 10));
  }
}
