/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.report.statistics;

import java.util.Collection;
import java.util.List;

/**
 * A median, and where the true one is with a confidence of 95 %, from the order of the values
 * alone: how many values lie below the true median is binomially distributed, whatever the
 * distribution of the values. Fewer than six values cannot give 95 %; the interval then spans all
 * of them (five: 94 %, four: 88 %, three: 75 %).
 *
 * <p>Source: Conover, Practical Nonparametric Statistics, section on intervals for quantiles.
 *
 * @param count of how many values
 * @param value a value that was measured: of an even number the lower middle one
 * @param low lower end of the interval
 * @param high upper end
 */
public record Median(int count, long value, long low, long high) {
  private static final double CONFIDENCE = 0.95;

  /**
   * The median of some values.
   *
   * @param values at least one, each of a run of its own
   */
  public static Median of(Collection<Long> values) {
    List<Long> sorted = values.stream().sorted().toList();
    int outside = outside(sorted.size());
    return new Median(
        sorted.size(),
        sorted.get((sorted.size() - 1) / 2),
        sorted.get(outside),
        sorted.get(sorted.size() - 1 - outside));
  }

  /** How many values lie outside of the interval at each end. */
  private static int outside(int count) {
    double allowed = (1 - CONFIDENCE) / 2;
    double probability = Math.pow(0.5, count);
    double below = probability;
    int outside = 0;
    while (2 * (outside + 1) < count) {
      probability *= (double) (count - outside) / (outside + 1);
      below += probability;
      if (below > allowed) {
        return outside;
      }
      outside++;
    }
    return outside;
  }
}
