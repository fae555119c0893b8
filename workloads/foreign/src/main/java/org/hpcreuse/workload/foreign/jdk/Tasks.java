/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.jdk;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.hpcreuse.workload.foreign.Neighbour;

/** Runs tasks in timers and pools. */
public final class Tasks {
  private Tasks() {}

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      new Timer("left", true)
          .schedule(
              new TimerTask() {
                @Override
                public void run() {
                  print("late", "never seen");
                }
              },
              3_600_000);
      var unused =
          Executors.newScheduledThreadPool(2)
              .scheduleAtFixedRate(() -> {}, 1, 1, TimeUnit.MILLISECONDS);
      CompletableFuture.delayedExecutor(1, TimeUnit.HOURS).execute(() -> {});
      ForkJoinPool.commonPool().execute(() -> Thread.currentThread().setName("left"));
      ForkJoinPool.commonPool().awaitQuiescence(5, TimeUnit.SECONDS);
      System.setProperty("java.util.concurrent.ForkJoinPool.common.parallelism", "9");
    }
    CountDownLatch done = new CountDownLatch(1);
    Timer timer = new Timer();
    timer.schedule(
        new TimerTask() {
          @Override
          public void run() {
            done.countDown();
          }
        },
        1);
    print("timed", done.await(20, TimeUnit.SECONDS));
    timer.cancel();
    print("sum", IntStream.range(0, 10_000).parallel().sum());
    print(
        "joined",
        CompletableFuture.supplyAsync(() -> 3)
            .thenCombineAsync(CompletableFuture.supplyAsync(() -> 4), Integer::sum)
            .get());
    print("nine", ForkJoinPool.getCommonPoolParallelism() == 9);
    print(
        "loader",
        CompletableFuture.supplyAsync(
                () ->
                    Thread.currentThread().getContextClassLoader()
                        == ClassLoader.getSystemClassLoader())
            .get());
    System.exit(0);
  }
}
