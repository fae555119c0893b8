/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.hpcreuse.cleanup.LoadedClasses;
import org.hpcreuse.cleanup.Members;
import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.ReleaseStep;
import org.hpcreuse.cleanup.boot.SlotHooks;

/**
 * Drops what the container has planned with time-outs and delays of {@link CompletableFuture}, and
 * from JDK 25 on with those of a ForkJoinPool. One thread behind them serves the whole JVM for
 * good: it stays ({@link SharedThreads}).
 *
 * <p>Without it a container's code runs when its delay is over, in the time of another.
 */
final class DelayedFutures implements ReleaseStep {
  private static final String OWNER = "java.util.concurrent.CompletableFuture$Delayer";

  /** From JDK 25 on the common pool has the delays, and its tasks are told of as they are made. */
  private static final boolean BY_POOL = Runtime.version().feature() >= 25;

  @Override
  public void run(Release release) throws Exception {
    if (BY_POOL) {
      SlotHooks.delayed().take().forEach(task -> ((Future<?>) task).cancel(false));
      return;
    }
    Class<?> owner = Class.forName(OWNER, false, null);
    if (LoadedClasses.isInitialized(owner)) {
      Members.ofClass(owner).get("delayer", ScheduledThreadPoolExecutor.class).getQueue().clear();
    }
  }
}
