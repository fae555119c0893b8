/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.process;

import org.hpcreuse.it.program.hostile.NativeCall;

/** Leaves another working directory behind Java's back. */
public final class ChangesDirectoryNatively {
  private ChangesDirectoryNatively() {}

  /** Leaves it. */
  public static void main(String[] args) {

    NativeCall.of("chdir", "/");
  }
}
