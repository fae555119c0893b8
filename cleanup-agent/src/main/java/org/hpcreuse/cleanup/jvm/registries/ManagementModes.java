/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.registries;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.Restorable;

/**
 * The modes of the JVM's beans for memory, classes and threads.
 *
 * <p>Without it the next container has the JVM's log of collections in its standard output, and
 * pays for the measuring that this one has asked for.
 */
public final class ManagementModes implements Restorable<ManagementModes.Modes> {
  /**
   * The modes.
   *
   * @param collections whether collections are logged
   * @param classes whether the loading of classes is logged
   * @param contention whether waits of threads are measured
   * @param cpuTime whether processor time of threads is measured
   * @param allocated whether the memory that threads allocate is measured
   */
  record Modes(
      boolean collections,
      boolean classes,
      boolean contention,
      boolean cpuTime,
      boolean allocated) {}

  @Override
  public Modes capture(LoadedClasses framework) {
    var threads = ManagementFactory.getThreadMXBean();
    return new Modes(
        ManagementFactory.getMemoryMXBean().isVerbose(),
        ManagementFactory.getClassLoadingMXBean().isVerbose(),
        threads.isThreadContentionMonitoringEnabled(),
        threads.isThreadCpuTimeEnabled(),
        threads instanceof ThreadMXBean more && more.isThreadAllocatedMemoryEnabled());
  }

  /** Each one only when it has changed: setting it costs a stop of all threads. */
  @Override
  public void restore(Modes before, Release release) {
    Modes now = capture(release.framework());
    if (now.collections() != before.collections()) {
      ManagementFactory.getMemoryMXBean().setVerbose(before.collections());
    }
    if (now.classes() != before.classes()) {
      ManagementFactory.getClassLoadingMXBean().setVerbose(before.classes());
    }
    if (now.contention() != before.contention()) {
      ManagementFactory.getThreadMXBean().setThreadContentionMonitoringEnabled(before.contention());
    }
    if (now.cpuTime() != before.cpuTime()) {
      ManagementFactory.getThreadMXBean().setThreadCpuTimeEnabled(before.cpuTime());
    }
    if (now.allocated() != before.allocated()
        && ManagementFactory.getThreadMXBean() instanceof ThreadMXBean more) {
      more.setThreadAllocatedMemoryEnabled(before.allocated());
    }
  }
}
