/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.threads;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Leaves pools of virtual threads, and such threads that nobody knows of any more. */
public final class LeavesVirtualPools {
  private LeavesVirtualPools() {}

  /** Leaves them when all run. */
  @SuppressWarnings("FutureReturnValueIgnored") // nobody waits for them
  public static void main(String[] args) throws Exception {
    if (Runtime.version().feature() < 21) {
      return;
    }
    CountDownLatch running = new CountDownLatch(4);
    ThreadFactory virtual = named("MutableQuantiles-");
    ExecutorService fixed = Executors.newFixedThreadPool(1, virtual);
    fixed.execute(running::countDown);
    ScheduledExecutorService timer = Executors.newScheduledThreadPool(1, virtual);
    timer.scheduleAtFixedRate(running::countDown, 0, 1, TimeUnit.MILLISECONDS);
    // When its task is over, its executor has forgotten the thread.
    ThreadFactory goesOn =
        task ->
            virtual.newThread(
                () -> {
                  task.run();
                  running.countDown();
                  while (true) {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
                    if (Thread.interrupted()) {
                      throw new IllegalStateException("interrupted");
                    }
                  }
                });
    ExecutorService forgets =
        (ExecutorService)
            Executors.class
                .getMethod("newThreadPerTaskExecutor", ThreadFactory.class)
                .invoke(null, goesOn);
    forgets.execute(running::countDown);
    running.await();
    System.out.println("virtual threads run");
  }

  private static ThreadFactory named(String name) throws ReflectiveOperationException {
    Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
    Class<?> builders = Class.forName("java.lang.Thread$Builder");
    Object named = builders.getMethod("name", String.class, long.class).invoke(builder, name, 0L);
    return (ThreadFactory) builders.getMethod("factory").invoke(named);
  }
}
