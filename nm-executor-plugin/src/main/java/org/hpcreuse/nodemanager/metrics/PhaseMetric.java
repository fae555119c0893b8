/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.metrics;

import org.apache.hadoop.metrics2.lib.MetricsRegistry;
import org.apache.hadoop.metrics2.lib.MutableQuantiles;
import org.apache.hadoop.metrics2.lib.MutableStat;

/**
 * How long one phase of a launch takes, in milliseconds: number, average and extremes, and the
 * quantiles of the last whole minute. Thread-safe.
 */
final class PhaseMetric {
  private static final int INTERVAL_SECONDS = 60;
  private static final String SAMPLES = "Ops";
  private static final String VALUES = "Ms";

  private final MutableStat all;
  private final MutableQuantiles minute;

  PhaseMetric(MetricsRegistry registry, String name, String description) {
    all = registry.newStat(name, description, SAMPLES, VALUES, true);
    minute =
        registry.newQuantiles(
            name + INTERVAL_SECONDS + "s", description, SAMPLES, VALUES, INTERVAL_SECONDS);
  }

  /**
   * Takes one sample in, if the phase has been gone through. The two times may come from different
   * processes and the clock may be set in between: a negative length is taken for none.
   *
   * @param fromMs milliseconds since the epoch, 0 = never
   * @param toMs the same
   */
  void add(long fromMs, long toMs) {
    if (fromMs > 0 && toMs > 0) {
      long ms = Math.max(0, toMs - fromMs);
      all.add(ms);
      minute.add(ms);
    }
  }

  /** Ends the minutes, which a thread of Hadoop's counts. */
  void stop() {
    minute.stop();
  }
}
