/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.masters;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** The heartbeats of one master in one case. Used by one thread at a time. */
final class HeartbeatLog {
  private static final int FIRST_ROOM = 64;

  private final long beginNanos;
  private int[] atMs = new int[FIRST_ROOM];
  private int[] micros = new int[FIRST_ROOM];
  private int count;

  /** Makes one for a case that began then. */
  HeartbeatLog(long beginNanos) {
    this.beginNanos = beginNanos;
  }

  /**
   * Notes a heartbeat.
   *
   * @param sentNanos when it was sent
   * @param answeredNanos when its answer was there
   */
  void add(long sentNanos, long answeredNanos) {
    if (count == atMs.length) {
      atMs = Arrays.copyOf(atMs, 2 * count);
      micros = Arrays.copyOf(micros, 2 * count);
    }
    atMs[count] = (int) TimeUnit.NANOSECONDS.toMillis(sentNanos - beginNanos);
    micros[count] = (int) TimeUnit.NANOSECONDS.toMicros(answeredNanos - sentNanos);
    count++;
  }

  /** {@code AT:MICROS …}: ms since the case began, and how long the answer took. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(i == 0 ? "" : " ").append(atMs[i]).append(':').append(micros[i]);
    }
    return text.toString();
  }
}
