/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile;

import com.sun.jna.Function;

/** A call of the C library, by a JNA of the program's own. */
public final class NativeCall {
  private NativeCall() {}

  public static int of(String function, Object... arguments) {
    return Function.getFunction("c", function).invokeInt(arguments);
  }

  /** The same for a function that gives a text. */
  public static String text(String function, Object... arguments) {
    return Function.getFunction("c", function).invokeString(arguments, false);
  }
}
