/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.threads;

import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.hpcreuse.cleanup.boot.SlotHooks;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.ReleaseStep;

/**
 * Stops the timers and thread pools of the container and interrupts its threads until they have
 * ended. What they open meanwhile is closed: a web server that was just starting waits for its
 * selector, whatever interrupts it.
 *
 * <p>A thread that outlives its first interrupt is unwound when it begins to wait for a selector or
 * a condition, and when it starts another thread with code of the container: event loops of Netty
 * and pollers of queues catch every exception and go on. Every second interrupt unwinds it from any
 * other wait. Loops differ: some end at an interrupt and at nothing else, some at anything but an
 * interrupt.
 *
 * <p>Without it a thread of this container acts while the next one runs: writes its files, logs
 * into its log, holds the loader. Threads that serve the whole JVM stay ({@code SharedThreads}).
 */
public final class ContainerThreads implements EndActors {
  private final Predicate<Thread> shared;
  private final List<ReleaseStep> meanwhile;

  /**
   * Ends threads.
   *
   * @param shared which ones stay
   * @param meanwhile run before each interrupt: they close what the threads have opened
   */
  public ContainerThreads(Predicate<Thread> shared, List<ReleaseStep> meanwhile) {
    this.shared = shared;
    this.meanwhile = List.copyOf(meanwhile);
  }

  @Override
  public boolean hasWork(Release release) {
    return !containers(release).isEmpty();
  }

  @Override
  public void run(Release release) throws Exception {
    try {
      end(release);
    } finally {
      SlotHooks.condemnNone();
    }
  }

  private void end(Release release) throws Exception {
    List<Thread> left = containers(release);
    boolean unwinds = false;
    while (!left.isEmpty() && release.nanosLeft() > 0) {
      for (ReleaseStep step : meanwhile) {
        step.run(release);
      }
      for (Thread thread : left) {
        ThreadOwners.stop(thread);
        interrupt(thread);
      }
      ThreadEnd.await(left, System.nanoTime() + Math.min(AGAIN_NANOS, release.nanosLeft()));
      left = containers(release);
      unwinds = !unwinds;
      SlotHooks.condemn(unwinds, thread -> runsContainerCode(thread, release), left);
    }
    if (!left.isEmpty()) {
      throw new TimeoutException(
          left.size() + " threads of the container still run: " + ThreadEnd.describe(left));
    }
  }

  /** A virtual thread cannot be woken when the scheduler that it was made for takes nothing. */
  private static void interrupt(Thread thread) {
    try {
      thread.interrupt();
    } catch (RejectedExecutionException e) {
      return; // it stays, and is named
    }
  }

  /** Some code swallows one interrupt; and threads may start others before they end. */
  private static final long AGAIN_NANOS = 20_000_000;

  /** A thread of a shared kind that runs code of the container is the container's nevertheless. */
  private boolean isOwnedByContainer(Thread thread, Release release) {
    return !shared.test(thread) || runsContainerCode(thread, release);
  }

  private static boolean runsContainerCode(Thread thread, Release release) {
    return release.belongsToContainer(thread)
        || ThreadOwners.targets(thread).stream().anyMatch(release::belongsToContainer);
  }

  private List<Thread> containers(Release release) {
    return LiveThreads.all().stream()
        .filter(thread -> thread != Thread.currentThread() && thread.isAlive())
        .filter(release.containerThreads())
        .filter(thread -> isOwnedByContainer(thread, release))
        .toList();
  }
}
