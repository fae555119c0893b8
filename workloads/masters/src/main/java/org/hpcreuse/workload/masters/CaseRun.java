/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.masters;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.hpcreuse.workload.masters.Allocator.Heartbeat;

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
  private final PrintStream output;

  /**
   * Makes a run.
   *
   * @param seconds how long it takes
   * @param intervalMs the heartbeat interval of stock Hadoop, ms
   * @param output receives what it brings, a line of JSON each: when a second is over, from 0 on,
   *     with the processor time of this program; and in the end the heartbeats of each master
   */
  CaseRun(WaitCase of, int seconds, int intervalMs, PrintStream output) {
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
      String name = of.json(count);
      second(name, 0);
      long begin = System.nanoTime();
      long end = begin + TimeUnit.SECONDS.toNanos(seconds);
      List<Future<List<Heartbeat>>> logs = new ArrayList<>();
      List<Future<?>> changes = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        Allocator allocator = new Allocator(of.asSlots(), intervalMs, managers.get(i));
        long first = begin + share(intervalMs, i, count);
        logs.add(masters.submit(() -> allocator.run(begin, first, end)));
        if (of.newsMs() > 0) {
          changes.add(schedule(news, allocator, first + share(of.newsMs(), i, count)));
        }
      }
      for (int second = 1; second <= seconds; second++) {
        TimeUnit.NANOSECONDS.sleep(begin + TimeUnit.SECONDS.toNanos(second) - System.nanoTime());
        second(name, second);
      }
      changes.forEach(change -> change.cancel(false));
      for (int i = 0; i < count; i++) {
        heartbeats(name, i, answer(i, logs.get(i)));
      }
    } finally {
      news.shutdownNow();
      masters.shutdownNow();
    }
  }

  private void second(String name, int second) {
    long cpuMs = ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toMillis();
    print(
        "{\"type\":\"masterSecond\",\"of\":%s,\"second\":%d,\"mastersMs\":%d}",
        name, second, cpuMs);
  }

  private void heartbeats(String name, int master, List<Heartbeat> heartbeats) {
    List<Integer> atMs = heartbeats.stream().map(Heartbeat::atMs).toList();
    List<Integer> micros = heartbeats.stream().map(Heartbeat::micros).toList();
    print(
        "{\"type\":\"masterHeartbeats\",\"of\":%s,\"master\":%d,\"atMs\":%s,\"micros\":%s}",
        name, master, atMs, micros);
  }

  private void print(String line, Object... values) {
    output.print(String.format(Locale.ROOT, line, values) + "\n");
    output.flush();
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

  private List<Heartbeat> answer(int master, Future<List<Heartbeat>> log)
      throws InterruptedException, ExecutionException, TimeoutException {
    try {
      return log.get(ANSWER_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      String message =
          String.format(
              "waited %d s in vain for the last answer to master %d in case %s",
              ANSWER_SECONDS, master, of);
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
