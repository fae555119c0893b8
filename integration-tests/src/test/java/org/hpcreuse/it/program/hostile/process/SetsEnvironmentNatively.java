/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.process;

import org.hpcreuse.it.program.hostile.NativeCall;

/** Leaves the C library's environment changed behind Java's back. */
public final class SetsEnvironmentNatively {
  private SetsEnvironmentNatively() {}

  /** Leaves it. */
  public static void main(String[] args) {

    NativeCall.of("setenv", "LEFT_BEHIND", "1", 1);
    NativeCall.of("setenv", "PATH", "/left/behind", 1);
    NativeCall.of("unsetenv", "CONTAINER_ID");
  }
}
