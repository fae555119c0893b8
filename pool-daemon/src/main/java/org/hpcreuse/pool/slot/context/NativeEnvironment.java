/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.context;

import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.util.HashMap;
import java.util.Map;

/**
 * The environment as the C library has it, which native code can change behind Java's back. Used by
 * the slot's runner thread only, while no container runs.
 */
final class NativeEnvironment {
  private static final Pointer ENVIRON =
      NativeLibrary.getInstance("c").getGlobalVariableAddress("environ");

  private NativeEnvironment() {}

  /** Names and values; a line without {@code =} is passed over. */
  static Map<String, String> current() {
    Map<String, String> variables = new HashMap<>();
    Pointer lines = ENVIRON.getPointer(0);
    if (lines == null) {
      return variables;
    }
    for (String line : lines.getStringArray(0)) {
      int equals = line.indexOf('=');
      if (equals > 0) {
        variables.putIfAbsent(line.substring(0, equals), line.substring(equals + 1));
      }
    }
    return variables;
  }
}
