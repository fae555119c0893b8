/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.hadoop;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The wait of a reduce before it asks its ApplicationMaster again which maps have finished. A field
 * of Hadoop's EventFetcher, used by its one thread.
 */
public final class MapCompletionPoll {
  private static final Pace PACE = new Pace(4, 50);

  private final LongSupplier clockMs;
  private boolean begun;
  private long begunMs;
  private long askedMs;
  private long newsMs;

  /** Makes one with the JVM's clock. */
  public MapCompletionPoll() {
    this(() -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
  }

  MapCompletionPoll(LongSupplier clockMs) {
    this.clockMs = clockMs;
  }

  /**
   * Notes an answer.
   *
   * @param events how many maps it names
   */
  public static void heard(int events, MapCompletionPoll wait) {
    wait.heard(events);
  }

  /**
   * Sleeps before the next question.
   *
   * @param longestMs how long stock Hadoop sleeps
   */
  public static void sleep(long longestMs, MapCompletionPoll wait) throws InterruptedException {
    Thread.sleep(wait.pause(longestMs));
    wait.asks();
  }

  void heard(int events) {
    long now = clockMs.getAsLong();
    if (!begun) {
      begun = true;
      begunMs = now;
      askedMs = now;
      newsMs = now;
    }
    if (events > 0) {
      newsMs = now;
    }
  }

  long pause(long longestMs) {
    long now = clockMs.getAsLong();
    return PACE.pause(now - newsMs, now - begunMs, now - askedMs, longestMs);
  }

  void asks() {
    askedMs = clockMs.getAsLong();
  }
}
