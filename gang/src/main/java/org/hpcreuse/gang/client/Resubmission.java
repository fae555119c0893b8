/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.client;

import java.util.Optional;
import java.util.random.RandomGenerator;
import org.hpcreuse.gang.GangMessage;

/** Whether a gang whose master has given up its place is submitted again, and when. */
final class Resubmission {
  private static final long FIRST_PAUSE_MS = 500;
  private static final long LONGEST_PAUSE_MS = 30_000;

  /**
   * So often in a row a gang is submitted that loses its ranks before it starts. It may happen by
   * chance that ranks end while a gang is being submitted. A gang whose ranks end each time would
   * keep the pool renewing itself, and others from their work.
   */
  private static final int SUBMISSIONS = 3;

  private final RandomGenerator random;
  private int withoutRanks;
  private long meanPauseMs = FIRST_PAUSE_MS;

  Resubmission(RandomGenerator random) {
    this.random = random;
  }

  /**
   * Takes note of a submission that has come to nothing.
   *
   * @return why the gang is not submitted again; empty when it is
   */
  Optional<String> refuses(GangMessage.Yielded how) {
    withoutRanks = how.ranksAreMissing() ? withoutRanks + 1 : 0;
    return withoutRanks < SUBMISSIONS
        ? Optional.empty()
        : Optional.of(
            "the gang did not start in " + SUBMISSIONS + " submissions; the last: " + how.reason());
  }

  /** How long to wait before the next submission, ms; longer from one to the next. */
  long pauseMs() {
    long pauseMs = meanPauseMs / 2 + random.nextLong(meanPauseMs);
    meanPauseMs = Math.min(LONGEST_PAUSE_MS, 2 * meanPauseMs);
    return pauseMs;
  }
}
