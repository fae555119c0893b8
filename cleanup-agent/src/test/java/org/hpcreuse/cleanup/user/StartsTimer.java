/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.user;

import java.util.Timer;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Leaves a timer and a thread pool behind, which interrupts alone do not end. */
public final class StartsTimer implements Callable<Object> {
  @Override
  public Object call() throws InterruptedException, ExecutionException {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    pool.submit(() -> {}).get();
    return new Timer("user timer");
  }
}
