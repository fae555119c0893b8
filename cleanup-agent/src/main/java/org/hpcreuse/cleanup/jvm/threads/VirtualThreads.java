/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.threads;

import java.util.List;
import java.util.Optional;
import org.hpcreuse.cleanup.boot.SlotHooks;
import org.hpcreuse.cleanup.state.ReflectiveAccess;

/**
 * The virtual threads of this JVM, from JDK 21 on. No thread group has them, so the agent notes
 * each one when it starts ({@link SlotHooks#virtualThreads}). Those of the JDK itself, which wait
 * for sockets, start with the slot, before anything is noted.
 *
 * <p>Source: VirtualThread and Continuation of JDK 25.
 */
public final class VirtualThreads {
  private static final Optional<Class<?>> KIND = jdks("java.lang.BaseVirtualThread");
  private static final Optional<Class<?>> PROGRAMS = jdks("java.lang.VirtualThread");

  private VirtualThreads() {}

  /** Those that live and were started since the slot's first container, in no order. */
  static List<Thread> all() {
    return SlotHooks.virtualThreads().list().stream()
        .map(Thread.class::cast)
        .filter(Thread::isAlive)
        .toList();
  }

  /** Whether it is one. */
  public static boolean isVirtual(Thread thread) {
    return KIND.isPresent() && KIND.get().isInstance(thread);
  }

  /** What a virtual thread runs; empty when it has run it. */
  static Optional<Runnable> task(Thread thread) throws ReflectiveOperationException {
    Object body = ReflectiveAccess.of(thread).in("cont").get("target");
    return body == null
        ? Optional.empty()
        : Optional.ofNullable(ReflectiveAccess.of(body).get("val$task", Runnable.class));
  }

  /** The class of those that a program makes, where the JDK has them. */
  static Optional<Class<?>> programsClass() {
    return PROGRAMS;
  }

  private static Optional<Class<?>> jdks(String name) {
    try {
      return Optional.of(Class.forName(name, false, null));
    } catch (ClassNotFoundException e) {
      return Optional.empty();
    }
  }
}
