/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.leave;

/** Allocates so many MiB by malloc(3), writes to all of them, and frees nothing. */
public final class LeavesNativeMemory {
  private LeavesNativeMemory() {}

  /** Leaves it. */
  public static void main(String[] args) {
    NativeCalls.allocate(Long.parseLong(args[0]) << 20);
  }
}
