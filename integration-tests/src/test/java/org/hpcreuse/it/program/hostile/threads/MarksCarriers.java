/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.threads;

/** Leaves its mark on the threads that carry virtual threads. */
public final class MarksCarriers {
  private MarksCarriers() {}

  /** Leaves it on those that there are when a virtual thread has run. */
  public static void main(String[] args) throws Exception {
    if (Runtime.version().feature() < 21) {
      return;
    }
    Runnable nothing = () -> {};
    Object thread =
        Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, nothing);
    ((Thread) thread).join();
    for (Thread each : Thread.getAllStackTraces().keySet()) {
      ThreadGroup group = each.getThreadGroup();
      if (group != null && group.getName().equals("CarrierThreads")) {
        each.setName("left behind");
      }
    }
  }
}
