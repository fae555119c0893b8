/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.hpcreuse.cleanup.Members;
import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.ReleaseStep;

/**
 * Takes the container's tasks out of the common fork-join pool and interrupts those that run. The
 * workers stay; the JDK clears their thread-locals after each task, {@link ContextLoaders} takes
 * the container's loader from them, and {@link CommonPoolWorkers} gives them the next one's.
 *
 * <p>Without it a parallel stream or an asynchronous task of this container runs while the next one
 * does.
 */
final class CommonPool implements ReleaseStep {
  private static final long POLL_NANOS = 100_000;

  @Override
  public void run(Release release) throws Exception {
    ForkJoinPool pool = ForkJoinPool.commonPool();
    while (!pool.isQuiescent()) {
      if (release.nanosLeft() == 0) {
        throw new TimeoutException("the common pool still works: " + describe());
      }
      Members.of(pool)
          .call("drainTasksTo", new Class<?>[] {Collection.class}, new ArrayList<Object>());
      workers().forEach(Thread::interrupt);
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private static List<Thread> workers() {
    return LiveThreads.all().stream().filter(SharedThreads::isCommonPools).toList();
  }

  private static String describe() {
    return ThreadEnd.describe(workers());
  }
}
