/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.process;

import org.hpcreuse.it.program.hostile.NativeCall;

/** Leaves a lower limit of open files; the hard one stays. */
public final class LowersLimits {
  private static final int OPEN_FILES = 7;

  private LowersLimits() {}

  /** Leaves it. */
  public static void main(String[] args) {
    long[] limits = new long[2];
    NativeCall.of("getrlimit", OPEN_FILES, limits);
    limits[0] = Math.min(limits[0] - 1, 1000);
    NativeCall.of("setrlimit", OPEN_FILES, limits);
  }
}
