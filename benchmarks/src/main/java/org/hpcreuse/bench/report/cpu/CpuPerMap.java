/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.report.cpu;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.phase.Kind;
import org.hpcreuse.bench.report.statistics.LeastSquares;
import org.hpcreuse.bench.report.statistics.Median;
import org.hpcreuse.bench.report.table.Seconds;
import org.hpcreuse.bench.report.table.Table;
import org.hpcreuse.bench.samples.Sample;

/**
 * The processor time of one map, everything included: by how much a job's time rises for each map
 * that it has more. What a job costs at any rate, such as its ApplicationMaster, is not in it. Each
 * round of a run, which has jobs of the same kind with different numbers of maps, gives one value.
 */
public final class CpuPerMap {
  private final Map<Arm, List<Long>> slopes = new EnumMap<>(Arm.class);

  /**
   * Takes the samples of a run.
   *
   * @param samples of workloads that differ in nothing but the number of their maps
   */
  public CpuPerMap(List<Sample> samples) {
    Map<Arm, Map<Integer, LeastSquares>> lines = new EnumMap<>(Arm.class);
    for (Sample sample : samples) {
      if (!sample.cpuMs().isEmpty()) {
        lines
            .computeIfAbsent(sample.arm(), arm -> new TreeMap<>())
            .computeIfAbsent(sample.round(), round -> new LeastSquares())
            .add(maps(sample), sample.cpuSumMs());
      }
    }
    lines.forEach(
        (arm, rounds) ->
            rounds.values().stream()
                .filter(line -> line.count() > 1)
                .map(line -> Math.round(line.slope()))
                .forEach(ms -> slopes.computeIfAbsent(arm, a -> new ArrayList<>()).add(ms)));
  }

  /** Maps that ran, repeated ones too: each of them took its time. */
  private static long maps(Sample sample) {
    return sample.containers().stream().filter(of -> of.kind() == Kind.MAP).count();
  }

  /** A line for each arm, or nothing when no round is complete. */
  public String table() {
    if (slopes.isEmpty()) {
      return "";
    }
    List<Long> fork = slopes.getOrDefault(Arm.FORK, List.of());
    double base = fork.isEmpty() ? Double.NaN : Median.of(fork).value();
    Table table = new Table(1, "arm", "n", "median", "95 % interval", "/ fork");
    slopes.forEach(
        (arm, values) -> {
          Median median = Median.of(values);
          table.add(
              arm.toString(),
              Integer.toString(median.count()),
              Seconds.of(median.value()),
              Seconds.interval(median),
              Seconds.ratio(median.value() / base));
        });
    return "Processor time of one map, seconds: the difference between jobs with few and with many"
        + " maps, divided\nby the difference of their maps. n rounds; a round has each job once.\n\n"
        + table
        + "\n";
  }
}
