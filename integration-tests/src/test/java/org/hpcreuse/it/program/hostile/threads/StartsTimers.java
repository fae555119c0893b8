/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.threads;

import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.hpcreuse.it.program.hostile.Ending;

/** Leaves timers and executors with work to do later and again and again. */
public final class StartsTimers {
  private StartsTimers() {}

  /** Leaves it. */
  @SuppressWarnings("FutureReturnValueIgnored") // nobody waits for what is left
  public static void main(String[] args) {

    Runnable print = () -> System.out.println("left behind");
    new Timer("left-behind", true).schedule(task(print), 1, 1);
    ScheduledExecutorService pool = Executors.newScheduledThreadPool(2);
    pool.scheduleAtFixedRate(print, 0, 1, TimeUnit.MILLISECONDS);
    new CompletableFuture<Void>().completeOnTimeout(null, 50, TimeUnit.MILLISECONDS).thenRun(print);
    Ending.now();
  }

  private static TimerTask task(Runnable work) {
    return new TimerTask() {
      @Override
      public void run() {
        work.run();
      }
    };
  }
}
