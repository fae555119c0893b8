/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.threads;

/** Leaves its loader as context of all threads it can see. */
public final class TurnsSharedThreads {
  private TurnsSharedThreads() {}

  /** Leaves it. */
  public static void main(String[] args) {

    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      try {
        thread.setContextClassLoader(TurnsSharedThreads.class.getClassLoader());
      } catch (SecurityException e) {
        System.err.println(thread.getName() + " lets nobody: " + e.getMessage());
      }
    }
  }
}
