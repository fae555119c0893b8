/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import mpi.MPIException;

/** A thread of the slot that calls MPI for containers, one call after the other. */
final class SlotThread {
  private final ThreadPoolExecutor one;

  /** The last call, which may not have returned; written by containers' threads. */
  private volatile Future<?> last = CompletableFuture.completedFuture(null);

  /** Starts it; called by a thread of the slot, so that it inherits nothing of a container. */
  SlotThread(String name) {
    one =
        new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            work -> {
              Thread thread = new Thread(work, name);
              thread.setDaemon(true);
              return thread;
            });
    one.prestartCoreThread();
  }

  /**
   * Makes a call. One that takes too long goes on.
   *
   * @param boundNanos how long it may take
   * @throws TimeoutException when it has not returned
   */
  <T> T call(Callable<T> call, long boundNanos)
      throws MPIException, TimeoutException, InterruptedException {
    Future<T> made = one.submit(call);
    last = made;
    try {
      return made.get(boundNanos, TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof MPIException failure ? failure : new MPIException(e.getCause());
    }
  }

  /**
   * Whether all calls have returned.
   *
   * @param patience how long the last one, whose container has ended without it, may still take
   */
  boolean isIdle(Duration patience) throws InterruptedException {
    try {
      last.get(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      return true; // it has returned, too
    } catch (TimeoutException e) {
      return false;
    }
    return true;
  }
}
