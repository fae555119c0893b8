/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.masters;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One run of a case: all masters wait in the same way for some seconds. They begin one after the
 * other within the first heartbeat interval, and their news comes one after the other, as that of
 * real jobs would.
 */
final class CaseRun {
  /** How long after the end of a case its last heartbeat may be answered, s. */
  private static final long ANSWER_SECONDS = 60;

  private final WaitCase of;
  private final int seconds;
  private final int intervalMs;
  private final Output output;

  /**
   * Makes a run.
   *
   * @param seconds how long it takes
   * @param intervalMs the heartbeat interval of stock Hadoop, ms
   * @param output receives what it brings
   */
  CaseRun(WaitCase of, int seconds, int intervalMs, Output output) {
    this.of = of;
    this.seconds = seconds;
    this.intervalMs = intervalMs;
    this.output = output;
  }

  /**
   * Runs it.
   *
   * @param managers the ResourceManager as each master sees it
   * @throws ExecutionException with the failure of a heartbeat
   * @throws TimeoutException when a heartbeat is not answered
   */
  void run(List<? extends Allocator.ResourceManager> managers)
      throws InterruptedException, ExecutionException, TimeoutException {
    int count = managers.size();
    ExecutorService masters = Executors.newFixedThreadPool(count, named("master-"));
    ScheduledExecutorService news = Executors.newSingleThreadScheduledExecutor(named("news-"));
    try {
      output.second(of, 0);
      long begin = System.nanoTime();
      long end = begin + TimeUnit.SECONDS.toNanos(seconds);
      List<Future<HeartbeatLog>> logs = new ArrayList<>();
      List<Future<?>> changes = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        Allocator allocator = new Allocator(of.waits(), intervalMs, managers.get(i));
        long first = begin + share(intervalMs, i, count);
        logs.add(masters.submit(() -> allocator.run(begin, first, end)));
        if (of.newsMs() > 0) {
          changes.add(schedule(news, allocator, first + share(of.newsMs(), i, count)));
        }
      }
      for (int second = 1; second <= seconds; second++) {
        TimeUnit.NANOSECONDS.sleep(begin + TimeUnit.SECONDS.toNanos(second) - System.nanoTime());
        output.second(of, second);
      }
      changes.forEach(change -> change.cancel(false));
      for (int i = 0; i < count; i++) {
        output.heartbeats(of, i, answer(i, logs.get(i)));
      }
    } finally {
      news.shutdownNow();
      masters.shutdownNow();
    }
  }

  /** News from so long after a moment on as there is between two pieces of news. */
  private Future<?> schedule(ScheduledExecutorService news, Allocator allocator, long nanos) {
    long period = TimeUnit.MILLISECONDS.toNanos(of.newsMs());
    long delay = nanos + period - System.nanoTime();
    return news.scheduleAtFixedRate(allocator::news, delay, period, TimeUnit.NANOSECONDS);
  }

  /** The part of a time that one of many masters waits, so that all are spread over it; ns. */
  private static long share(int ms, int master, int masters) {
    return TimeUnit.MILLISECONDS.toNanos(ms) * master / masters;
  }

  private HeartbeatLog answer(int master, Future<HeartbeatLog> log)
      throws InterruptedException, ExecutionException, TimeoutException {
    try {
      return log.get(ANSWER_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      String message =
          "waited "
              + ANSWER_SECONDS
              + " s in vain for the last answer to master "
              + master
              + " in case "
              + of;
      throw (TimeoutException) new TimeoutException(message).initCause(e);
    }
  }

  private static ThreadFactory named(String name) {
    AtomicInteger number = new AtomicInteger();
    return task -> {
      Thread thread = new Thread(task, name + number.getAndIncrement());
      thread.setDaemon(true);
      return thread;
    };
  }
}
