/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.report;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.Job;
import org.hpcreuse.bench.report.statistics.Median;
import org.hpcreuse.bench.report.table.Seconds;
import org.hpcreuse.bench.report.table.Table;
import org.hpcreuse.bench.samples.Sample;

/**
 * How long PageRank takes for how many iterations. One run gives all shorter ones: each iteration
 * is a job, and what ran until its end is what a run of so many iterations would have run, without
 * its last job, which writes the ranks.
 */
final class Iterations {
  private static final Pattern NAME = Pattern.compile("pagerank iteration (\\d+): .*");

  /** By iterations and arm: from the start of the command to the end of the job, ms. */
  private final Map<Integer, Map<Arm, List<Long>>> times = new TreeMap<>();

  private int most;

  /** Takes the samples of a run; those of other workloads have no iterations. */
  Iterations(List<Sample> samples) {
    for (Sample sample : samples) {
      for (Job job : sample.jobs()) {
        Matcher iteration = NAME.matcher(job.name());
        if (iteration.matches() && job.startedMs() > 0) {
          int number = Integer.parseInt(iteration.group(1));
          most = Math.max(most, number);
          times
              .computeIfAbsent(number, n -> new EnumMap<>(Arm.class))
              .computeIfAbsent(sample.arm(), arm -> new ArrayList<>())
              .add(job.endedMs() - sample.startedMs());
        }
      }
    }
  }

  /** A line for 1, 2, 4 … iterations and for the most, and each arm; nothing without iterations. */
  String table() {
    if (times.isEmpty()) {
      return "";
    }
    Table table = new Table(0, "iterations", "arm", "n", "median", "95 % interval", "/ fork");
    times.forEach(
        (number, byArm) -> {
          if (Integer.bitCount(number) == 1 || number == most) {
            add(table, number, byArm);
          }
        });
    return "PageRank: seconds from the start of the command to the end of so many iterations; n"
        + " samples.\n\n"
        + table
        + "\n";
  }

  private static void add(Table table, int number, Map<Arm, List<Long>> byArm) {
    double fork = byArm.containsKey(Arm.FORK) ? Median.of(byArm.get(Arm.FORK)).value() : Double.NaN;
    byArm.forEach(
        (arm, ms) -> {
          Median median = Median.of(ms);
          table.add(
              Integer.toString(number),
              arm.toString(),
              Integer.toString(median.count()),
              Seconds.of(median.value()),
              Seconds.interval(median),
              Seconds.ratio(median.value() / fork));
        });
  }
}
