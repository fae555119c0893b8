/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.jna;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import com.sun.jna.Callback;
import com.sun.jna.Function;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import org.hpcreuse.workload.foreign.Neighbour;

/** Calls the C library by JNA. */
public final class Natives {
  private Natives() {}

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      System.setProperty("jna.library.path", "/nowhere");
      NativeLibrary.addSearchPath("c", "/nowhere");
      Callback.UncaughtExceptionHandler none = (callback, e) -> {};
      Native.setCallbackExceptionHandler(none);
      Native.setLastError(7);
      Native.setProtected(true);
    }
    print("abs", Function.getFunction("c", "abs").invokeInt(new Object[] {-3}));
    print("handler", Native.getCallbackExceptionHandler().getClass().getName().contains("foreign"));
    print("protected", Native.isProtected());
    Memory memory = new Memory(8);
    memory.setLong(0, 5);
    print("memory", memory.getLong(0));
    print("size", Native.POINTER_SIZE);
    print("version", Native.VERSION);
  }
}
