/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.leave;

import com.sun.jna.Function;

/** Lowers a limit that only some may raise again. */
public final class LowersHardLimit {
  private static final int CORE_BYTES = 4;

  private LowersHardLimit() {}

  /** Lowers it. */
  public static void main(String[] args) {
    long[] limits = {0, 0};
    Function.getFunction("c", "setrlimit").invokeInt(new Object[] {CORE_BYTES, limits});
  }
}
