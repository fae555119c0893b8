/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.process;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One piece of work in a thread of its own. The thread ends with the work, and with it every thread
 * local that a framework or container class has set in it; the caller only waits.
 *
 * @param group the thread's group
 * @param name the thread's name
 * @param contextLoader the thread's context class loader
 */
public record OneShotThread(ThreadGroup group, String name, ClassLoader contextLoader) {

  /**
   * Does the work.
   *
   * @param bound how long to wait for it
   * @throws ExecutionException with what the work threw
   * @throws TimeoutException when it is not done in time, naming the frame it is in; it goes on
   */
  public <T> T run(Callable<T> work, Duration bound)
      throws InterruptedException, ExecutionException, TimeoutException {
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread thread =
        new Thread(
            group,
            () -> {
              try {
                result.complete(work.call());
              } catch (Throwable e) {
                result.completeExceptionally(e);
              }
            },
            name);
    thread.setDaemon(true);
    thread.setContextClassLoader(contextLoader);
    thread.start();
    try {
      return result.get(bound.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      StackTraceElement[] stack = thread.getStackTrace();
      TimeoutException explained =
          new TimeoutException(
              "not done in " + bound + (stack.length == 0 ? "" : ", at " + stack[0]));
      explained.initCause(e);
      throw explained;
    }
  }
}
