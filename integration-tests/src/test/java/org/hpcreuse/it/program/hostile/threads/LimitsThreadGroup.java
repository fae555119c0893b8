/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.threads;

/** Leaves its thread group with the lowest priority and as a daemon. */
public final class LimitsThreadGroup {
  private LimitsThreadGroup() {}

  /** Leaves it. */
  @SuppressWarnings({"removal", "ThreadPriorityCheck"}) // what some programs do
  public static void main(String[] args) {

    ThreadGroup group = Thread.currentThread().getThreadGroup();
    group.setMaxPriority(Thread.MIN_PRIORITY);
    group.setDaemon(true);
    Thread.currentThread().setPriority(Thread.MIN_PRIORITY);
  }
}
