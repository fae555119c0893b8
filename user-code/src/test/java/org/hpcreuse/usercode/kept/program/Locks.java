/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program;

/** Calls a synchronized method of its own while it is initialised. */
public final class Locks {
  static final String VALUE = initialise();

  private Locks() {}

  private static String initialise() {
    ((Runnable) System.getProperties().get("hpc-reuse.test.initialising")).run();
    return locked();
  }

  /** Holds the lock of the class. */
  static synchronized String locked() {
    return "locked";
  }

  /** Initialises the class. */
  public static String show() {
    return VALUE;
  }
}
