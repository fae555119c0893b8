/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.process;

import com.sun.jna.LastErrorException;
import com.sun.jna.Native;
import com.sun.jna.Pointer;

/**
 * Whether this process has children: one system call, where {@link ProcessHandle#children()} reads
 * what the kernel says of every process of the node.
 */
public final class Children {
  private static final int P_ALL = 0;
  private static final int WNOHANG = 1;
  private static final int WEXITED = 4;
  private static final int WNOWAIT = 0x0100_0000;

  /** Those too that end without SIGCHLD. */
  private static final int WALL = 0x4000_0000;

  private static final int ECHILD = 10;

  static {
    Native.register(Children.class, "c");
  }

  private Children() {}

  private static native int waitid(int idType, int id, Pointer info, int options)
      throws LastErrorException;

  /** Whether there are any, running or ended; takes nothing away from who waits for them. */
  public static boolean exist() {
    try {
      waitid(P_ALL, 0, null, WEXITED | WNOHANG | WNOWAIT | WALL);
      return true;
    } catch (LastErrorException e) {
      return e.getErrorCode() != ECHILD;
    }
  }
}
