/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.master.core;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * When the NodeManagers are asked for the ends of ranks: soon after a rank has fallen silent, then
 * less and less often. Used by the master's thread alone.
 */
final class RankPollBackoff {
  /** From the end of a rank's connection to that of its container it takes some 20 ms. */
  private static final Duration FIRST = Duration.ofMillis(20);

  private static final Duration LONGEST = Duration.ofSeconds(1);

  private final LongSupplier clock;

  private long pauseNanos;

  /** By the clock. */
  private long due;

  /**
   * With the first one soon.
   *
   * @param clock the time, as System.nanoTime
   */
  RankPollBackoff(LongSupplier clock) {
    this.clock = clock;
    begin();
  }

  /** A rank has fallen silent. */
  void begin() {
    pauseNanos = FIRST.toNanos();
    due = clock.getAsLong() + pauseNanos;
  }

  /** How long until the next one; 0 when it is due. */
  long untilDueNanos() {
    return Math.max(0, due - clock.getAsLong());
  }

  /** One has been made. */
  void made() {
    due = clock.getAsLong() + pauseNanos;
    pauseNanos = Math.min(2 * pauseNanos, LONGEST.toNanos());
  }
}
