/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.threads;

import java.util.ArrayList;
import java.util.Collection;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.step.Release;

/**
 * Takes the container's tasks out of the common fork-join pool, interrupts those that run, and lets
 * the workers end.
 *
 * <p>Without it a parallel stream or an asynchronous task of this container runs while the next one
 * does, and the workers keep its loader and thread group.
 */
public final class CommonPool implements EndActors {
  private static final long POLL_NANOS = 100_000;

  @Override
  public boolean hasWork(Release release) {
    ForkJoinPool pool = ForkJoinPool.commonPool();
    return pool.getPoolSize() > 0 || pool.hasQueuedSubmissions();
  }

  @Override
  public void run(Release release) throws Exception {
    ForkJoinPool pool = ForkJoinPool.commonPool();
    // A task stays when the JVM could start no worker for it.
    drain(pool);
    if (pool.getPoolSize() > 0) {
      endTasks(pool, release);
      PoolWorkers.end(pool, release);
    }
  }

  private static void endTasks(ForkJoinPool pool, Release release) throws Exception {
    while (!pool.isQuiescent()) {
      if (release.nanosLeft() == 0) {
        throw new TimeoutException(
            "the common pool still works: " + ThreadEnd.describe(PoolWorkers.of(pool)));
      }
      drain(pool);
      PoolWorkers.of(pool).forEach(Thread::interrupt);
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private static void drain(ForkJoinPool pool) throws Exception {
    ReflectiveAccess.of(pool)
        .call("drainTasksTo", new Class<?>[] {Collection.class}, new ArrayList<Object>());
  }
}
