/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.hpcreuse.cleanup.LoadedClasses;
import org.hpcreuse.cleanup.Members;
import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.ReleaseStep;

/**
 * Drops what the container has planned with time-outs and delays of {@link CompletableFuture}. The
 * one executor behind them serves the whole JVM for good: its thread stays ({@link SharedThreads}).
 *
 * <p>Without it a container's code runs when its delay is over, in the time of another.
 */
final class DelayedFutures implements ReleaseStep {
  private static final String OWNER = "java.util.concurrent.CompletableFuture$Delayer";

  @Override
  public void run(Release release) throws Exception {
    Class<?> owner;
    try {
      owner = Class.forName(OWNER, false, null);
    } catch (ClassNotFoundException e) {
      return; // from JDK 25 on the common pool does it
    }
    if (LoadedClasses.isInitialized(owner)) {
      Members.ofClass(owner).get("delayer", ScheduledThreadPoolExecutor.class).getQueue().clear();
    }
  }
}
