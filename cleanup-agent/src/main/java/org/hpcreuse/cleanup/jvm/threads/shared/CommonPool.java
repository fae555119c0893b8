/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.threads.shared;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.hpcreuse.cleanup.jvm.threads.EndActors;
import org.hpcreuse.cleanup.jvm.threads.LiveThreads;
import org.hpcreuse.cleanup.jvm.threads.ThreadEnd;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.step.Release;

/**
 * Takes the container's tasks out of the common fork-join pool, interrupts those that run, and lets
 * the workers end, which cannot be ended from outside: idle ones leave after a keep-alive time of a
 * minute, which is made short meanwhile; an empty task makes a waiting worker look at it again.
 *
 * <p>Without it a parallel stream or an asynchronous task of this container runs while the next one
 * does, and the workers keep its loader and thread group.
 */
public final class CommonPool implements EndActors {
  private static final long POLL_NANOS = 100_000;
  private static final long SHORT_KEEP_ALIVE_MS = 1;

  /** Longer than the JDK's own slack when it compares times (20 ms). */
  private static final int POLLS_BETWEEN_EMPTY_TASKS = 300;

  @Override
  public boolean hasWork(Release release) {
    ForkJoinPool pool = ForkJoinPool.commonPool();
    return pool.getPoolSize() > 0 || pool.hasQueuedSubmissions();
  }

  @Override
  public void run(Release release) throws Exception {
    ForkJoinPool pool = ForkJoinPool.commonPool();
    ReflectiveAccess members = ReflectiveAccess.of(pool);
    // A task stays when the JVM could start no worker for it.
    drain(members);
    if (pool.getPoolSize() == 0) {
      return;
    }
    Object keepAlive = members.get("keepAlive");
    members.set("keepAlive", SHORT_KEEP_ALIVE_MS);
    try {
      endTasks(pool, members, release);
      endWorkers(pool, release);
    } finally {
      members.set("keepAlive", keepAlive);
    }
  }

  private static void endTasks(ForkJoinPool pool, ReflectiveAccess members, Release release)
      throws Exception {
    while (!pool.isQuiescent()) {
      requireTime(release, "still works");
      drain(members);
      workers().forEach(Thread::interrupt);
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private static void drain(ReflectiveAccess members) throws Exception {
    members.call("drainTasksTo", new Class<?>[] {Collection.class}, new ArrayList<Object>());
  }

  private static void endWorkers(ForkJoinPool pool, Release release) throws TimeoutException {
    for (int polls = 0; pool.getPoolSize() > 0; polls++) {
      requireTime(release, "keeps its workers");
      if (polls % POLLS_BETWEEN_EMPTY_TASKS == 0) {
        pool.execute(() -> {});
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private static void requireTime(Release release, String what) throws TimeoutException {
    if (release.nanosLeft() == 0) {
      throw new TimeoutException("the common pool " + what + ": " + ThreadEnd.describe(workers()));
    }
  }

  private static List<Thread> workers() {
    return LiveThreads.all().stream().filter(SharedThreads::isCommonPools).toList();
  }
}
