/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.threads;

import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.hpcreuse.cleanup.step.Release;

/**
 * Stops the timers and thread pools of the container and interrupts its threads until they have
 * ended.
 *
 * <p>Without it a thread of this container acts while the next one runs: writes its files, logs
 * into its log, holds the loader. Threads that serve the whole JVM stay ({@code SharedThreads}).
 */
public final class ContainerThreads implements EndActors {
  private final Predicate<Thread> shared;

  /**
   * Ends threads.
   *
   * @param shared which ones stay
   */
  public ContainerThreads(Predicate<Thread> shared) {
    this.shared = shared;
  }

  @Override
  public boolean hasWork(Release release) {
    return !containers(release).isEmpty();
  }

  @Override
  public void run(Release release) throws Exception {
    List<Thread> left = containers(release);
    while (!left.isEmpty() && release.nanosLeft() > 0) {
      for (Thread thread : left) {
        ThreadOwners.stop(thread);
        thread.interrupt();
      }
      ThreadEnd.await(left, System.nanoTime() + Math.min(AGAIN_NANOS, release.nanosLeft()));
      left = containers(release);
    }
    if (!left.isEmpty()) {
      throw new TimeoutException(
          left.size() + " threads of the container still run: " + ThreadEnd.describe(left));
    }
  }

  /** Some code swallows one interrupt; and threads may start others before they end. */
  private static final long AGAIN_NANOS = 20_000_000;

  /** A thread of a shared kind that runs code of the container is the container's nevertheless. */
  private boolean isContainersOwn(Thread thread, Release release) {
    return !shared.test(thread)
        || release.isContainers(thread)
        || ThreadOwners.targets(thread).stream().anyMatch(release::isContainers);
  }

  private List<Thread> containers(Release release) {
    return LiveThreads.all().stream()
        .filter(thread -> thread != Thread.currentThread() && thread.isAlive())
        .filter(release.containerThreads())
        .filter(thread -> isContainersOwn(thread, release))
        .toList();
  }
}
