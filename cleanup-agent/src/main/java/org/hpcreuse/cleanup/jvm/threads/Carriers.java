/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.threads;

import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import org.hpcreuse.cleanup.step.Release;

/**
 * Lets the threads end that have carried the container's virtual threads, when these have ended.
 *
 * <p>Without it they keep the name, the priority and the thread-locals that this container has
 * given them.
 */
public final class Carriers implements EndActors {
  @Override
  public boolean hasWork(Release release) {
    return running().isPresent();
  }

  @Override
  public void run(Release release) throws Exception {
    Optional<ForkJoinPool> running = running();
    if (running.isPresent()) {
      PoolWorkers.end(running.get(), release);
    }
  }

  private static Optional<ForkJoinPool> running() {
    return JvmPools.scheduler().filter(pool -> !pool.isShutdown() && pool.getPoolSize() > 0);
  }
}
