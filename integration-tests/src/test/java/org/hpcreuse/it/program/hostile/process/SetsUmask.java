/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.process;

import org.hpcreuse.it.program.hostile.NativeCall;

/** Leaves a umask that nobody would have. */
public final class SetsUmask {
  private SetsUmask() {}

  /** Leaves it. */
  public static void main(String[] args) {

    NativeCall.of("umask", 0057);
  }
}
