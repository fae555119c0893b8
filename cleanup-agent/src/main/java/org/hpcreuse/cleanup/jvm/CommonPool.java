/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.hpcreuse.cleanup.Members;
import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.ReleaseStep;

/**
 * Empties the thread-locals of the common fork-join pool's idle workers.
 *
 * <p>Without it what a parallel stream of the container left in thread-locals is visible to the
 * next one's. Workers of the common pool have the system loader as context loader already.
 */
final class CommonPool implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    if (!ForkJoinPool.commonPool()
        .awaitQuiescence(Math.min(MAX_WAIT_NANOS, release.nanosLeft()), TimeUnit.NANOSECONDS)) {
      throw new TimeoutException("common pool is busy: " + ForkJoinPool.commonPool());
    }
    for (Thread thread : LiveThreads.all()) {
      if (SharedThreads.isCommonPools(thread)) {
        Members.of(thread).zero("threadLocals", "inheritableThreadLocals");
        thread.setContextClassLoader(ClassLoader.getSystemClassLoader());
      }
    }
  }

  private static final long MAX_WAIT_NANOS = 100_000_000;
}
