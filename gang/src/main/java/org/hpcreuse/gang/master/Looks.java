/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.master;

import java.time.Duration;

/**
 * When the NodeManagers are asked for the ends of ranks: soon after a rank has fallen silent, then
 * less and less often. Used by the master's thread alone.
 */
final class Looks {
  /** From the end of a rank's connection to that of its container it takes some 20 ms. */
  private static final Duration FIRST = Duration.ofMillis(20);

  private static final Duration LONGEST = Duration.ofSeconds(1);

  private long pauseNanos;

  /** By System.nanoTime. */
  private long due;

  Looks() {
    begin();
  }

  /** A rank has fallen silent. */
  void begin() {
    pauseNanos = FIRST.toNanos();
    due = System.nanoTime() + pauseNanos;
  }

  /** How long until the next one; 0 when it is due. */
  long untilDueNanos() {
    return Math.max(0, due - System.nanoTime());
  }

  /** One has been made. */
  void made() {
    due = System.nanoTime() + pauseNanos;
    pauseNanos = Math.min(2 * pauseNanos, LONGEST.toNanos());
  }
}
