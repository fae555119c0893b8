/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.threads;

import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.Restorable;

/**
 * The pool that carries virtual threads: how many run at a time, which a program can set from JDK
 * 24 on, and whether it runs any. A container that has shut it down costs the slot.
 *
 * <p>Without it the next container's virtual threads run as this one wanted, or not at all.
 */
public final class VirtualScheduler implements Restorable<Integer> {
  private static final int NONE = 0;

  @Override
  public Integer capture(LoadedClasses framework) {
    return JvmPools.scheduler().map(ForkJoinPool::getParallelism).orElse(NONE);
  }

  @Override
  public void restore(Integer before, Release release) throws Exception {
    Optional<ForkJoinPool> scheduler = JvmPools.scheduler();
    if (scheduler.isEmpty()) {
      return;
    }
    ForkJoinPool pool = scheduler.get();
    if (pool.isShutdown()) {
      throw new IllegalStateException("the container has shut down the pool of virtual threads");
    }
    PoolWorkers.restoreParallelism(pool, before);
  }
}
