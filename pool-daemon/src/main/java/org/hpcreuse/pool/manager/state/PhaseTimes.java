/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.state;

import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** How long the phases of containers have taken since the manager started. */
public final class PhaseTimes {
  /** A part of a container's life in the pool. */
  public enum Phase {
    /** From the executor's request until a slot is given, or none. */
    QUEUE,
    /** From there until main() is entered. */
    LOAD,
    /** From there until its last user thread ends or exit() is called. */
    RUN,
    /** From there until the slot is free again: the reset. */
    RELEASE;

    String key() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final Duration HIGHEST = Duration.ofDays(1);
  private static final long HIGHEST_MICROS = micros(HIGHEST);

  /** Two digits keep a histogram below 30 kB. */
  private static final int DIGITS = 2;

  private static final double[] PERCENTILES = {50, 90, 99, 99.9};
  private static final double MICROS_PER_SECOND = 1e6;

  private final Map<Phase, Histogram> histograms = new EnumMap<>(Phase.class);
  private final Map<Phase, Long> sums = new EnumMap<>(Phase.class);

  /** Counts one container; times below zero or beyond a day count as these. */
  public void record(Phase phase, Duration took) {
    Duration atMost = took.compareTo(HIGHEST) > 0 ? HIGHEST : took;
    long counted = atMost.isNegative() ? 0 : micros(atMost);
    histograms
        .computeIfAbsent(phase, p -> new Histogram(HIGHEST_MICROS, DIGITS))
        .recordValue(counted);
    sums.merge(phase, counted, Long::sum);
  }

  private static long micros(Duration duration) {
    return TimeUnit.NANOSECONDS.toMicros(duration.toNanos());
  }

  /** Count, sum, percentiles and maximum of each phase that has been seen, in seconds. */
  public Map<String, Object> report() {
    Map<String, Object> report = new LinkedHashMap<>();
    histograms.forEach(
        (phase, histogram) -> {
          Map<String, Object> part = new LinkedHashMap<>();
          part.put("count", histogram.getTotalCount());
          part.put("sum", sums.get(phase) / MICROS_PER_SECOND);
          for (double percentile : PERCENTILES) {
            part.put(name(percentile), at(histogram, percentile));
          }
          part.put("max", histogram.getMaxValue() / MICROS_PER_SECOND);
          report.put(phase.key(), part);
        });
    return report;
  }

  /** As Prometheus names a quantile: 0.5, 0.999. */
  private static String name(double percentile) {
    return String.valueOf(percentile / 100);
  }

  private static double at(Histogram histogram, double percentile) {
    return histogram.getValueAtPercentile(percentile) / MICROS_PER_SECOND;
  }
}
