/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.threads;

import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.state.ReflectiveAccess;

/**
 * The fork-join pools that serve the whole JVM as long as it lives: the common pool, and from JDK
 * 21 on the one whose threads carry virtual threads.
 *
 * <p>Source: VirtualThread of JDK 25.
 */
public final class JvmPools {
  private JvmPools() {}

  /** Those that there are, the common pool first. */
  public static Stream<ForkJoinPool> all() {
    return Stream.concat(Stream.of(ForkJoinPool.commonPool()), scheduler().stream());
  }

  /** Whether it is one of them. */
  public static boolean contains(ForkJoinPool pool) {
    return all().anyMatch(each -> each == pool);
  }

  /** The pool whose threads carry virtual threads, once the JVM has made it. */
  public static Optional<ForkJoinPool> scheduler() {
    Optional<Class<?>> owner = VirtualThreads.programsClass().filter(LoadedClasses::isInitialized);
    if (owner.isEmpty()) {
      return Optional.empty();
    }
    try {
      ReflectiveAccess statics = ReflectiveAccess.ofClass(owner.get());
      return Optional.of(statics.get("DEFAULT_SCHEDULER", ForkJoinPool.class));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("java.lang.VirtualThread has changed", e);
    }
  }
}
