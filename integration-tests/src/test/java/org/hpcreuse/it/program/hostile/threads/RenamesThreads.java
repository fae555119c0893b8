/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.threads;

/** Leaves other names, priorities and handlers to all threads it can see. */
public final class RenamesThreads {
  private RenamesThreads() {}

  /** Leaves it. */
  @SuppressWarnings("ThreadPriorityCheck") // as anybody can
  public static void main(String[] args) {
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread != Thread.currentThread()) {
        thread.setPriority(Thread.MIN_PRIORITY);
        thread.setUncaughtExceptionHandler((dead, thrown) -> System.err.println("left behind"));
        thread.setName("left behind");
      }
    }
  }
}
