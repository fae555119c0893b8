/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.hadoop;

/**
 * How long to wait before the next question, so that news is heard early and nobody is flooded.
 *
 * <p>A question costs the one who answers it. The pause is a part of the time since the last news,
 * so that a long silence costs no more questions than in stock Hadoop. It is also a part of the
 * time since the first question: a long job gains little by a short pause. And it is a multiple of
 * the time that the last question took: one who is busy answers slowly.
 *
 * @param newsDivisor the pause is at least the time since the last news, divided by this
 * @param ageDivisor and at least the time since the first question, divided by this
 */
record Pace(int newsDivisor, int ageDivisor) {
  /** No pause is shorter than this, ms, except where Hadoop is configured to ask more often. */
  static final long SHORTEST_MS = 20;

  /** The pause is at least so many times as long as the question took. */
  private static final int BUSY_FACTOR = 2;

  /**
   * The pause.
   *
   * @param sinceNewsMs time since the last news
   * @param ageMs time since the first question
   * @param busyMs how long the last question took
   * @param longestMs the pause of stock Hadoop
   * @return ms
   */
  long pause(long sinceNewsMs, long ageMs, long busyMs, long longestMs) {
    long wanted =
        Math.max(
            Math.max(sinceNewsMs / newsDivisor, ageMs / ageDivisor),
            Math.max(busyMs * BUSY_FACTOR, SHORTEST_MS));
    return Math.min(wanted, longestMs);
  }
}
