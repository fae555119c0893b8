/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.harness;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** Bounds of waits: long enough for a busy machine, since a wait ends as soon as it can. */
public final class Waits {
  /** For what takes milliseconds on an idle machine. */
  public static final Duration SOON = Duration.ofSeconds(30);

  /** For the start or the end of JVMs. */
  public static final Duration START = Duration.ofMinutes(2);

  /** For a MapReduce job. */
  public static final Duration JOB = Duration.ofMinutes(4);

  /** For a fault campaign of some strikes, each with its recovery. */
  public static final Duration CAMPAIGN = Duration.ofMinutes(20);

  private Waits() {}

  /**
   * A wait that is bounded and says what it waits for.
   *
   * @param what a noun phrase, for example {@code "slot 0 to be free"}
   */
  public static ConditionFactory until(String what) {
    return Awaitility.await(what)
        .atMost(SOON)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(10));
  }
}
