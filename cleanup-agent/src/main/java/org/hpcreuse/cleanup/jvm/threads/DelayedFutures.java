/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.threads;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.hpcreuse.cleanup.boot.SlotHooks;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.step.Release;

/**
 * Drops what the container has planned with time-outs and delays of {@link CompletableFuture}, and
 * from JDK 25 on with those of a ForkJoinPool, and ends what runs. One thread behind them serves
 * the whole JVM for good: it stays ({@link SharedThreads}).
 *
 * <p>Without it a container's code runs when its delay is over, in the time of another.
 */
public final class DelayedFutures implements EndActors {
  private static final String OWNER = "java.util.concurrent.CompletableFuture$Delayer";
  private static final long AGAIN_NANOS = 1_000_000;

  /**
   * From JDK 25 on the common pool has the delays, and the agent sees its tasks as they are made.
   */
  private static final boolean BY_POOL = Runtime.version().feature() >= 25;

  /**
   * Starts the threads that wait for delayed tasks, so that they are in the baseline: nothing but
   * that tells what a container has done to a thread. Called once, before the first container.
   */
  public static void begin() throws ReflectiveOperationException {
    if (BY_POOL) {
      for (ForkJoinPool pool : JvmPools.all().toList()) {
        start(pool);
      }
    }
  }

  private static void start(ForkJoinPool pool) throws ReflectiveOperationException {
    Runnable nothing = () -> {};
    ForkJoinPool.class
        .getMethod("schedule", Runnable.class, long.class, TimeUnit.class)
        .invoke(pool, nothing, 0L, TimeUnit.NANOSECONDS);
  }

  @Override
  public boolean hasWork(Release release) throws ReflectiveOperationException {
    Optional<ScheduledThreadPoolExecutor> delayer = delayer();
    return delayer.isPresent() && isBusy(delayer.get());
  }

  @Override
  public void run(Release release) throws Exception {
    if (BY_POOL) {
      SlotHooks.delayed().take().forEach(task -> ((Future<?>) task).cancel(false));
      return;
    }
    Optional<ScheduledThreadPoolExecutor> delayer = delayer();
    if (delayer.isPresent()) {
      delayer.get().getQueue().clear();
      endRunning(delayer.get(), release);
    }
  }

  /** Its one thread is done with what it runs when it has come to an empty task. */
  private static void endRunning(ScheduledThreadPoolExecutor delayer, Release release)
      throws Exception {
    if (delayer.getPoolSize() == 0) {
      return;
    }
    Future<?> empty = delayer.submit(() -> {});
    while (!isDone(empty)) {
      if (release.nanosLeft() == 0) {
        throw new TimeoutException(
            "a delayed task still runs: " + ThreadEnd.describe(threads(delayer)));
      }
      threads(delayer).forEach(Thread::interrupt);
    }
    delayer.getQueue().clear();
  }

  private static boolean isDone(Future<?> task) throws InterruptedException, ExecutionException {
    try {
      task.get(AGAIN_NANOS, TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    }
  }

  private static List<Thread> threads(ScheduledThreadPoolExecutor delayer) {
    return LiveThreads.platform().stream()
        .filter(thread -> ThreadOwners.worksFor(thread, delayer))
        .toList();
  }

  private static boolean isBusy(ScheduledThreadPoolExecutor delayer) {
    return delayer.getActiveCount() > 0 || !delayer.getQueue().isEmpty();
  }

  /** What has the delays before JDK 25, if it has been used. */
  private static Optional<ScheduledThreadPoolExecutor> delayer()
      throws ReflectiveOperationException {
    if (BY_POOL) {
      return Optional.empty();
    }
    Class<?> owner = Class.forName(OWNER, false, null);
    return LoadedClasses.isInitialized(owner)
        ? Optional.of(
            ReflectiveAccess.ofClass(owner).get("delayer", ScheduledThreadPoolExecutor.class))
        : Optional.empty();
  }

  /** Whether this thread has the delays of the whole JVM. */
  static boolean isDelayersOwn(Thread thread) {
    try {
      Optional<ScheduledThreadPoolExecutor> delayer = delayer();
      return delayer.isPresent() && ThreadOwners.worksFor(thread, delayer.get());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(OWNER + " has changed", e);
    }
  }
}
