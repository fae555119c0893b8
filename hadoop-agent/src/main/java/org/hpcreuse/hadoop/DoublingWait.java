/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.hadoop;

/**
 * A wait for what mostly happens at once: 10 ms at first, then each time twice as long, up to what
 * stock Hadoop sleeps. A field of Hadoop's RMCommunicator, which waits for its end to be noted, and
 * of each task, which waits until it may commit. Used by one thread.
 */
public final class DoublingWait {
  private static final long FIRST_MS = 10;

  private long nextMs = FIRST_MS;

  /** Makes one that has not slept. */
  public DoublingWait() {}

  /**
   * Sleeps.
   *
   * @param longestMs how long stock Hadoop sleeps
   */
  public static void sleep(long longestMs, DoublingWait wait) throws InterruptedException {
    Thread.sleep(wait.next(longestMs));
  }

  /** The next pause, ms. */
  long next(long longestMs) {
    long pause = Math.min(nextMs, longestMs);
    nextMs = pause * 2;
    return pause;
  }
}
