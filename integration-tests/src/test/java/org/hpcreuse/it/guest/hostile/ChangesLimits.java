/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.guest.hostile;

import com.sun.jna.Memory;

/** Leaves the process with a lower limit of files and less of the processor. */
public final class ChangesLimits {
  private ChangesLimits() {}

  /** Leaves it. */
  public static void main(String[] args) {

    try (Memory limit = new Memory(16)) {
      NativeCall.of("getrlimit", FILES, limit);
      limit.setLong(0, limit.getLong(0) - 1);
      NativeCall.of("setrlimit", FILES, limit);
    }
    NativeCall.of("setpriority", 0, 0, 1);
  }

  private static final int FILES = 7;
}
