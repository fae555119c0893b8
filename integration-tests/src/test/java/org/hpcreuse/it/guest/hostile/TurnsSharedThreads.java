/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.guest.hostile;

import java.util.Set;

/**
 * Leaves its loader as context of all threads it can see, and their handlers and priorities
 * changed.
 */
public final class TurnsSharedThreads {
  private TurnsSharedThreads() {}

  /** Leaves it. */
  public static void main(String[] args) {

    Set<Thread> threads = Thread.getAllStackTraces().keySet();
    for (Thread thread : threads) {
      if (thread != Thread.currentThread() && thread.isDaemon()) {
        thread.setContextClassLoader(TurnsSharedThreads.class.getClassLoader());
      }
    }
  }
}
