/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.threads;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.hpcreuse.cleanup.state.ReflectiveAccess;

/**
 * Threads of Netty's event loops. One that ends goes on for a quiet period, two seconds by default,
 * in which nobody has a task for it, whatever interrupts it (source: confirmShutdown of Netty
 * 4.1.96).
 */
final class NettyLoops {
  /** Some frameworks have Netty under a name of their own. */
  private static final String EXECUTOR = "netty.util.concurrent.SingleThreadEventExecutor";

  private static final String WRAPPERS = "netty.util.";

  /** A thread's target, what it wraps, and the loop in that. */
  private static final int DEPTH = 3;

  private NettyLoops() {}

  /**
   * Has the loop of a thread end without a quiet period. One of another Netty keeps its own.
   *
   * @param targets what the thread runs
   */
  static void endAtOnce(List<Runnable> targets) {
    try {
      find(targets);
    } catch (ReflectiveOperationException | LinkageError e) {
      return;
    }
  }

  private static void find(List<Runnable> targets) throws ReflectiveOperationException {
    List<Object> next = new ArrayList<>(targets);
    for (int depth = 0; depth <= DEPTH; depth++) {
      List<Object> inner = new ArrayList<>();
      for (Object object : next) {
        if (isExecutor(object.getClass())) {
          ReflectiveAccess loop = ReflectiveAccess.of(object);
          loop.set("gracefulShutdownQuietPeriod", 0L);
          loop.set("gracefulShutdownTimeout", 0L);
          return;
        }
        if (object.getClass().getName().contains(WRAPPERS)) {
          inner.addAll(fields(object));
        }
      }
      next = inner;
    }
  }

  private static boolean isExecutor(Class<?> type) {
    for (Class<?> at = type; at != null; at = at.getSuperclass()) {
      if (at.getName().endsWith(EXECUTOR)) {
        return true;
      }
    }
    return false;
  }

  private static List<Object> fields(Object object) throws IllegalAccessException {
    List<Object> values = new ArrayList<>();
    for (Field field : object.getClass().getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
        field.setAccessible(true);
        Object value = field.get(object);
        if (value != null) {
          values.add(value);
        }
      }
    }
    return values;
  }
}
