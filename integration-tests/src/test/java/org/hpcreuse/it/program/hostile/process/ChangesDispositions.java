/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.process;

import com.sun.jna.Pointer;
import org.hpcreuse.it.program.hostile.NativeCall;

/** Leaves signals ignored behind Java's back, one of them the JVM's own. */
public final class ChangesDispositions {
  private static final int USR1 = 10;
  private static final int USR2 = 12;
  private static final Pointer IGNORE = Pointer.createConstant(1);

  private ChangesDispositions() {}

  /** Leaves it. */
  public static void main(String[] args) {
    NativeCall.of("signal", USR1, IGNORE);
    NativeCall.of("signal", USR2, IGNORE);
  }
}
