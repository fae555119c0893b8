/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.threads;

import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.step.Release;

/** The workers of a fork-join pool that stays: their end, and how many there may be at a time. */
final class PoolWorkers {
  private static final long POLL_NANOS = 100_000;
  private static final long SHORT_KEEP_ALIVE_MS = 1;

  /** Longer than the JDK's own slack when it compares times (20 ms). */
  private static final int POLLS_BETWEEN_EMPTY_TASKS = 300;

  private PoolWorkers() {}

  /** Those of the pool that live. */
  static List<Thread> of(ForkJoinPool pool) {
    return LiveThreads.platform().stream()
        .filter(each -> each instanceof ForkJoinWorkerThread worker && worker.getPool() == pool)
        .toList();
  }

  /**
   * Returns when the pool has no workers. They cannot be ended from outside: idle ones leave after
   * a keep-alive time, which is made short meanwhile; an empty task makes a waiting worker look at
   * it again.
   *
   * @throws TimeoutException when the time of the release is over before; names those that stay
   */
  static void end(ForkJoinPool pool, Release release)
      throws ReflectiveOperationException, TimeoutException {
    ReflectiveAccess members = ReflectiveAccess.of(pool);
    Object keepAlive = members.get("keepAlive");
    members.set("keepAlive", SHORT_KEEP_ALIVE_MS);
    try {
      for (int polls = 0; pool.getPoolSize() > 0; polls++) {
        if (release.nanosLeft() == 0) {
          throw new TimeoutException(
              "workers do not leave " + pool + ": " + ThreadEnd.describe(of(pool)));
        }
        if (polls % POLLS_BETWEEN_EMPTY_TASKS == 0) {
          pool.execute(() -> {});
        }
        LockSupport.parkNanos(POLL_NANOS);
      }
    } finally {
      members.set("keepAlive", keepAlive);
    }
  }

  /**
   * Has the pool run as many tasks at a time as it did before. The setter is there from JDK 19 on;
   * before, nobody can have changed it.
   */
  static void restoreParallelism(ForkJoinPool pool, int before) throws Exception {
    if (pool.getParallelism() != before) {
      ReflectiveAccess.of(pool).call("setParallelism", new Class<?>[] {int.class}, before);
    }
  }
}
