/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.report.table;

import java.util.Locale;
import org.hpcreuse.bench.report.statistics.Median;

/** How tables write durations and ratios. */
public final class Seconds {
  private static final double MS_PER_SECOND = 1000;

  private Seconds() {}

  /** Milliseconds as seconds with three decimals. */
  public static String of(long ms) {
    return String.format(Locale.ROOT, "%.3f", ms / MS_PER_SECOND);
  }

  /** The interval of a median. */
  public static String interval(Median median) {
    return of(median.low()) + "–" + of(median.high());
  }

  /** A ratio with two decimals, or a dash. */
  public static String ratio(double ratio) {
    return Double.isFinite(ratio) ? String.format(Locale.ROOT, "%.2f", ratio) : "–";
  }
}
