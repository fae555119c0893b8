/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile;

import com.sun.jna.Function;

/** A call of the C library, by a JNA of the program's own. */
public final class NativeCall {
  private NativeCall() {}

  public static void of(String function, Object... arguments) {
    Function.getFunction("c", function).invokeInt(arguments);
  }
}
