/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.report.statistics;

import java.util.Collection;
import org.HdrHistogram.Histogram;

/**
 * Durations of one kind in one arm or case, to five significant digits, in the unit of the caller.
 * The median and the 95th percentile are values that were measured, never a mean of two: of an even
 * number of samples the lower middle one.
 *
 * @param count how many
 * @param median half are not longer
 * @param p95 95 % are not longer; with fewer than 20 it is the longest
 * @param p99 99 % are not longer; with fewer than 100 it is the longest
 * @param min shortest
 * @param max longest
 */
public record Distribution(long count, long median, long p95, long p99, long min, long max) {
  private static final int DIGITS = 5;
  private static final long SMALLEST_RANGE = 2;
  private static final double MEDIAN = 50;
  private static final double P95 = 95;
  private static final double P99 = 99;

  /**
   * Sums up durations.
   *
   * @param durations at least one, none negative
   */
  public static Distribution of(Collection<Long> durations) {
    long longest = durations.stream().mapToLong(Long::longValue).max().orElseThrow();
    Histogram histogram = new Histogram(Math.max(SMALLEST_RANGE, longest), DIGITS);
    durations.forEach(histogram::recordValue);
    return new Distribution(
        histogram.getTotalCount(),
        histogram.getValueAtPercentile(MEDIAN),
        histogram.getValueAtPercentile(P95),
        histogram.getValueAtPercentile(P99),
        histogram.getMinValue(),
        histogram.getMaxValue());
  }
}
