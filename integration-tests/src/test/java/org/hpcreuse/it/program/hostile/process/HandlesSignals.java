/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.process;

import java.lang.reflect.Proxy;
import java.util.List;

/** Leaves handlers of its own for signals, one of which the JVM handles itself. */
public final class HandlesSignals {
  private HandlesSignals() {}

  /** Leaves it. */
  public static void main(String[] args) throws ReflectiveOperationException {
    Class<?> signal = Class.forName("sun.misc.Signal");
    Class<?> handler = Class.forName("sun.misc.SignalHandler");
    Object own =
        Proxy.newProxyInstance(
            HandlesSignals.class.getClassLoader(), new Class<?>[] {handler}, (p, m, a) -> null);
    for (String name : List.of("HUP", "USR2")) {
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance(name), own);
    }
  }
}
