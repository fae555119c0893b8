/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.leave;

import com.sun.jna.Function;
import com.sun.jna.Pointer;
import java.nio.file.Path;

/** What native code can do to a process, by way of JNA. */
final class NativeCalls {
  private static final int CREATE_AND_WRITE = 0101;
  private static final int MODE = 0600;

  private NativeCalls() {}

  static void open(Path file) {
    call("open", file.toString(), CREATE_AND_WRITE, MODE);
  }

  static void setenv(String name, String value) {
    call("setenv", name, value, 1);
  }

  /** Takes memory from the system, all of it. */
  static void allocate(long bytes) {
    Pointer memory = Function.getFunction("c", "malloc").invokePointer(new Object[] {bytes});
    memory.setMemory(0, bytes, (byte) 1);
  }

  static void umask(int mask) {
    call("umask", mask);
  }

  private static int call(String name, Object... arguments) {
    return Function.getFunction("c", name).invokeInt(arguments);
  }
}
