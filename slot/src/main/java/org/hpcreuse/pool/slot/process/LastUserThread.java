/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.process;

import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/**
 * Waits for the end of a container's last user thread, as a JVM waits for its own in {@code
 * DestroyJavaVM}: it joins one such thread after the other until none is left. A thread that starts
 * another one ends later than it starts it, so that none is missed.
 *
 * <p>The waiting is done in a thread of the slot, {@code slot-join}. {@link Thread#join()} is final
 * and returns when the JVM says that the thread has ended, so no code of the container takes part.
 */
public final class LastUserThread {
  private final Thread waiter;

  private LastUserThread(Thread waiter) {
    this.waiter = waiter;
  }

  /**
   * Starts the container's main thread and begins to wait. The waiter is there before the main
   * thread begins, so that all containers see the same threads of the slot.
   *
   * @param main not started yet
   * @param ended called in {@code slot-join} when no user thread is left
   */
  public static LastUserThread start(
      Thread main, SlotThreads groups, ContainerThreadWatch threads, Runnable ended) {
    CountDownLatch started = new CountDownLatch(1);
    Thread waiter = new Thread(groups.slot(), () -> await(started, threads, ended), "slot-join");
    waiter.setDaemon(true);
    waiter.setUncaughtExceptionHandler(SlotThreads::endSlot);
    waiter.start();
    main.start();
    started.countDown();
    return new LastUserThread(waiter);
  }

  /** Gives up: the container is over by other means. Nothing happens when it ended by itself. */
  public void stop() {
    waiter.interrupt();
  }

  private static void await(CountDownLatch started, ContainerThreadWatch threads, Runnable ended) {
    try {
      started.await();
      for (Optional<Thread> left = threads.anyUserThread();
          left.isPresent();
          left = threads.anyUserThread()) {
        left.get().join();
      }
    } catch (InterruptedException e) {
      return; // stop()
    }
    ended.run();
  }
}
