/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.hadoop;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

/**
 * Which processes a task's counters of memory and processor time are about: its JVM and all
 * processes below it. To find these, Hadoop reads a file of each process on the node, several times
 * in each task. A slot knows from the kernel when there are none below. Thread-safe.
 */
public final class OwnProcesses {
  private static final String PROC = "/proc/";
  private static final String SELF = Long.toString(ProcessHandle.current().pid());

  /** Whether this JVM has child processes. */
  private static final AtomicReference<BooleanSupplier> CHILDREN = new AtomicReference<>();

  private OwnProcesses() {}

  /**
   * Begins to answer. Only the first call has an effect.
   *
   * @param children asked each time: whether this JVM has child processes; orphans from below must
   *     come to it
   */
  public static void install(BooleanSupplier children) {
    CHILDREN.compareAndSet(null, children);
  }

  /**
   * The processes that Hadoop has to look at. Its rewritten ProcfsBasedProcessTree calls it first
   * thing when it lists processes.
   *
   * @param root the pid whose tree is asked for
   * @param directory where Hadoop looks for processes
   * @return a new list with the root alone; null when Hadoop must look itself
   */
  public static List<String> of(String root, String directory) {
    BooleanSupplier children = CHILDREN.get();
    if (children == null
        || !SELF.equals(root)
        || !PROC.equals(directory)
        || children.getAsBoolean()) {
      return null;
    }
    List<String> alone = new ArrayList<>();
    alone.add(root);
    return alone;
  }
}
