/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.threads;

import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import org.hpcreuse.cleanup.state.ReflectiveAccess;

/**
 * Threads that may be started during a container but serve the whole JVM, by the JDK or by the
 * static initialiser of a framework class. They stay; only their context loader goes.
 */
public final class SharedThreads {
  /** Prefixes of names; each is made in a static initialiser that never runs again. */
  private static final List<String> FRAMEWORK =
      List.of(
          "org.apache.hadoop.fs.FileSystem$Statistics$StatisticsDataReferenceCleaner",
          "MutableQuantiles-",
          "MutableRollingAverages-",
          "shutdown-hook-",
          "globalEventExecutor-",
          "JNA Cleaner");

  /** Made by the JVM itself: they have no target. */
  private static final List<String> JVM =
      List.of(
          "Attach Listener",
          "Signal Dispatcher",
          "Reference Handler",
          "Finalizer",
          "Notification Thread",
          "C1 CompilerThread",
          "C2 CompilerThread");

  private static final String DISPOSER = "sun.java2d.Disposer";

  private SharedThreads() {}

  public static boolean contains(Thread thread) {
    return isJdks(thread) || isFrameworks(thread);
  }

  /** No class of the framework starts virtual threads, which anybody can give these names. */
  static boolean isFrameworks(Thread thread) {
    return !VirtualThreads.isVirtual(thread)
        && FRAMEWORK.stream().anyMatch(thread.getName()::startsWith);
  }

  public static boolean isJdks(Thread thread) {
    return !VirtualThreads.isVirtual(thread) && isJdksPlatformThread(thread);
  }

  private static boolean isJdksPlatformThread(Thread thread) {
    return thread.getClass().getName().equals("jdk.internal.misc.InnocuousThread")
        || isJvmPools(thread)
        || isDelaySchedulerOfJvm(thread)
        || DelayedFutures.isDelayersOwn(thread)
        || ProcessFutures.isReaper(thread)
        || isDisposer(thread)
        || isJvms(thread);
  }

  /** The name alone would let a container's pool stay that is called so. */
  private static boolean isJvms(Thread thread) {
    return JVM.stream().anyMatch(thread.getName()::startsWith)
        && ThreadOwners.targets(thread).isEmpty();
  }

  private static boolean isDisposer(Thread thread) {
    return ThreadOwners.targets(thread).stream()
        .anyMatch(target -> target.getClass().getName().equals(DISPOSER));
  }

  private static boolean isJvmPools(Thread thread) {
    return thread instanceof ForkJoinWorkerThread worker && JvmPools.contains(worker.getPool());
  }

  /** From JDK 25 on; those of other pools have the same class, which nobody can inherit from. */
  private static boolean isDelaySchedulerOfJvm(Thread thread) {
    return ThreadOwners.isDelayScheduler(thread)
        && JvmPools.all().anyMatch(pool -> delayScheduler(pool) == thread);
  }

  private static Object delayScheduler(ForkJoinPool pool) {
    try {
      return ReflectiveAccess.of(pool).get("delayScheduler");
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("java.util.concurrent.ForkJoinPool has changed", e);
    }
  }
}
