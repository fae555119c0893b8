/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.guest.hostile;

import com.sun.jna.Pointer;
import java.lang.reflect.Proxy;

/** Leaves handlers of its own for signals, Java's and the C library's. */
public final class HandlesSignals {
  private HandlesSignals() {}

  /** Leaves it. */
  public static void main(String[] args) throws ReflectiveOperationException {

    Class<?> signal = Class.forName("sun.misc.Signal");
    Class<?> handler = Class.forName("sun.misc.SignalHandler");
    Object own =
        Proxy.newProxyInstance(
            HandlesSignals.class.getClassLoader(), new Class<?>[] {handler}, (p, m, a) -> null);
    signal
        .getMethod("handle", signal, handler)
        .invoke(null, signal.getConstructor(String.class).newInstance("USR2"), own);
    NativeCall.of("signal", WINDOW_CHANGED, new Pointer(IGNORE));
  }

  private static final int WINDOW_CHANGED = 28;
  private static final long IGNORE = 1;
}
