/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import mpi.MPIException;

/** A thread of the slot that calls MPI for containers, one call after the other. */
final class SlotThread {
  private final ThreadPoolExecutor one;

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

  <T> Future<T> call(Callable<T> call) {
    return one.submit(call);
  }

  /** Why a call has failed. */
  static MPIException failure(ExecutionException e) {
    return e.getCause() instanceof MPIException failure ? failure : new MPIException(e.getCause());
  }
}
