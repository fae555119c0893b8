/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program;

/** Calls a synchronized method of another class. */
public final class CallsLocks {
  private CallsLocks() {}

  /** Initialises the other class, and takes its lock. */
  public static String show() {
    return Locks.locked();
  }
}
