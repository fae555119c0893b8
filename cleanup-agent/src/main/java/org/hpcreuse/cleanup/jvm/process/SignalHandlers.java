/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.process;

import java.util.HashMap;
import java.util.Map;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.Restorable;

/**
 * Handlers of signals ({@code sun.misc.Signal.handle}).
 *
 * <p>Without it a signal to the slot's process runs code of a container that is long over, and its
 * loader stays.
 */
public final class SignalHandlers implements Restorable<Map<Object, Object>> {
  private static final Class<?> SIGNAL = type("jdk.internal.misc.Signal");
  private static final Class<?> HANDLER = type("jdk.internal.misc.Signal$Handler");

  @Override
  public Map<Object, Object> capture(LoadedClasses framework) {
    try {
      Map<?, ?> handlers = (Map<?, ?>) ReflectiveAccess.ofClass(SIGNAL).get("handlers");
      return new HashMap<>(handlers);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("jdk.internal.misc.Signal has changed", e);
    }
  }

  @Override
  public void restore(Map<Object, Object> before, Release release) throws Exception {
    Map<Object, Object> now = capture(release.framework());
    now.keySet().removeIf(signal -> now.get(signal) == before.get(signal));
    Object byDefault = ReflectiveAccess.ofClass(HANDLER).get("SIG_DFL");
    for (Object signal : now.keySet()) {
      handle(signal, before.getOrDefault(signal, byDefault));
    }
    for (Map.Entry<Object, Object> was : before.entrySet()) {
      if (!capture(release.framework()).containsKey(was.getKey())) {
        handle(was.getKey(), was.getValue());
      }
    }
  }

  private static void handle(Object signal, Object handler) throws Exception {
    ReflectiveAccess.ofClass(SIGNAL)
        .call("handle", new Class<?>[] {SIGNAL, HANDLER}, signal, handler);
  }

  private static Class<?> type(String name) {
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException e) {
      throw new ExceptionInInitializerError(e);
    }
  }
}
