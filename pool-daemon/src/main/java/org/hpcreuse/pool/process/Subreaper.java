/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.process;

import com.sun.jna.LastErrorException;
import com.sun.jna.Native;
import com.sun.jna.Pointer;

/**
 * Makes this process the one that orphans among its descendants come to, instead of init (prctl(2),
 * PR_SET_CHILD_SUBREAPER). So whatever a container starts stays below its slot as long as the slot
 * lives, however often it forks, whatever session or environment it has, and comes to the pool
 * manager when the slot dies.
 */
public final class Subreaper {
  private static final int PR_SET_CHILD_SUBREAPER = 36;
  private static final int WNOHANG = 1;

  static {
    Native.register(Subreaper.class, "c");
  }

  private Subreaper() {}

  private static native int prctl(int option, long value, long third, long fourth, long fifth)
      throws LastErrorException;

  private static native int waitpid(int pid, Pointer status, int options) throws LastErrorException;

  /**
   * Takes orphans from now on.
   *
   * @throws IllegalStateException when the kernel does not know this (before Linux 3.4)
   */
  public static void become() {
    try {
      prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    } catch (LastErrorException e) {
      throw new IllegalStateException("orphans do not come here: prctl, " + e.getMessage(), e);
    }
  }

  /**
   * Takes away what is left of an ended child that Java has not started, and does not wait for.
   *
   * @param pid the child; nothing happens when it still lives or is none of ours
   */
  public static void reap(long pid) {
    try {
      waitpid((int) pid, null, WNOHANG);
    } catch (LastErrorException e) {
      // ECHILD: somebody was faster, there is nothing to take away.
      return;
    }
  }
}
