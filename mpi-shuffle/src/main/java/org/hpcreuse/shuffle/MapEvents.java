/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.shuffle;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.mapred.ShuffleConsumerPlugin;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskCompletionEvent;
import org.apache.hadoop.mapred.TaskUmbilicalProtocol;
import org.apache.hadoop.mapreduce.task.reduce.ExceptionReporter;
import org.apache.hadoop.mapreduce.task.reduce.ShuffleScheduler;

/** Asks the ApplicationMaster which maps have ended, and tells the scheduler. */
final class MapEvents extends Thread {
  /** A job of many maps has many events, and many reduces that ask for them. */
  private static final int MOST_AT_ONCE = 10_000;

  private static final int FEWEST_AT_ONCE = 100;
  private static final int MOST_OF_ALL_REDUCES = 3_000_000;

  /**
   * The pause is a part of the time since the last news, so that a map that ends is noticed soon.
   * It is a part of this thread's age and longer than the last answer took, so that nobody is
   * flooded. In slots Hadoop's own fetcher keeps the same pace.
   */
  private static final long SHORTEST_PAUSE_MS = 20;

  private static final long LONGEST_PAUSE_MS = 1_000;
  private static final long SILENCE_PARTS = 4;
  private static final long AGE_PARTS = 50;
  private static final long ANSWERS = 2;

  /** Hadoop gives up after so many failures, and makes such a pause after each. */
  private static final int MOST_FAILURES = 10;

  private static final long FAILURE_PAUSE_MS = 5_000;

  private static final long END_MS = TimeUnit.SECONDS.toMillis(5);

  private final TaskUmbilicalProtocol master;
  private final TaskAttemptID reduce;
  private final ShuffleScheduler<?, ?> scheduler;
  private final ExceptionReporter reporter;
  private final int mostAtOnce;
  private int known;

  MapEvents(
      ShuffleConsumerPlugin.Context<?, ?> context,
      ShuffleScheduler<?, ?> scheduler,
      ExceptionReporter reporter) {
    super("map-events");
    setDaemon(true);
    master = context.getUmbilical();
    reduce = TaskAttemptID.downgrade(context.getReduceId());
    this.scheduler = scheduler;
    this.reporter = reporter;
    int share = MOST_OF_ALL_REDUCES / Math.max(1, context.getJobConf().getNumReduceTasks());
    mostAtOnce = Math.min(MOST_AT_ONCE, Math.max(FEWEST_AT_ONCE, share));
  }

  @Override
  public void run() {
    long begunMs = now();
    long newsMs = begunMs;
    int failures = 0;
    try {
      while (true) {
        try {
          long askedMs = now();
          if (ask()) {
            newsMs = now();
          }
          failures = 0;
          sleep(pauseMs(now() - newsMs, now() - begunMs, now() - askedMs));
        } catch (IOException e) {
          failures++;
          if (failures >= MOST_FAILURES) {
            throw new IOException("no map events after " + failures + " attempts", e);
          }
          sleep(FAILURE_PAUSE_MS);
        }
      }
    } catch (InterruptedException e) {
      interrupt(); // end() wants that
    } catch (Throwable e) {
      reporter.reportException(e);
    }
  }

  private static long now() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
  }

  /** How long not to ask. */
  static long pauseMs(long silenceMs, long ageMs, long answerMs) {
    long wanted = Math.max(silenceMs / SILENCE_PARTS, ageMs / AGE_PARTS);
    long polite = Math.max(SHORTEST_PAUSE_MS, ANSWERS * answerMs);
    return Math.max(Math.min(LONGEST_PAUSE_MS, wanted), polite);
  }

  /** Returns whether there was something new. */
  private boolean ask() throws IOException, InterruptedException {
    boolean news = false;
    TaskCompletionEvent[] events;
    do {
      events =
          master
              .getMapCompletionEvents(reduce.getJobID(), known, mostAtOnce, reduce)
              .getMapTaskCompletionEvents();
      known += events.length;
      for (TaskCompletionEvent event : events) {
        scheduler.resolve(event);
        news = true;
      }
    } while (events.length == mostAtOnce);
    return news;
  }

  /** Returns when the thread has ended, or after some seconds. */
  void end() throws InterruptedException {
    interrupt();
    join(END_MS);
  }
}
