/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pagerank;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What the first job saw in the whole input.
 *
 * @param bad number of bad lines
 * @param shown the first few of them, with their line numbers in their files
 */
public record InputReport(long bad, List<BadLine> shown) {
  /** Joins the reports of all maps, in any order. */
  public static InputReport of(List<SplitReport> splits) {
    List<SplitReport> ordered = new ArrayList<>(splits);
    ordered.sort(Comparator.comparing(SplitReport::file).thenComparing(SplitReport::start));
    long bad = 0;
    List<BadLine> shown = new ArrayList<>();
    String file = "";
    long linesBefore = 0;
    for (SplitReport split : ordered) {
      if (!split.file().equals(file)) {
        file = split.file();
        linesBefore = 0;
      }
      bad += split.bad();
      for (BadLine line : split.shown()) {
        shown.add(line.later(linesBefore));
      }
      linesBefore += split.lines();
    }
    return new InputReport(
        bad, List.copyOf(shown.subList(0, Math.min(shown.size(), SplitReport.MAX_SHOWN))));
  }

  /** The number of bad lines, the limit, and the first few lines, one below the other. */
  public String describe(long limit) {
    StringBuilder text = new StringBuilder();
    text.append(bad).append(bad == 1 ? " bad line" : " bad lines");
    text.append(" (limit ").append(limit).append(")");
    shown.forEach(line -> text.append(System.lineSeparator()).append("  ").append(line));
    if (bad > shown.size()) {
      text.append(System.lineSeparator()).append("  and ").append(bad - shown.size());
      text.append(" more");
    }
    return text.toString();
  }
}
