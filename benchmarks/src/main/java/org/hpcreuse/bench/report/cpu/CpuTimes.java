/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.report.cpu;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.ProcessorTime;
import org.hpcreuse.bench.report.statistics.Median;
import org.hpcreuse.bench.report.table.Seconds;
import org.hpcreuse.bench.report.table.Table;
import org.hpcreuse.bench.samples.Sample;

/** The processor time of whole samples: of everything on the node that worked for them. */
public final class CpuTimes {
  private static final Set<String> OTHER_THAN_DAEMONS =
      Set.of(
          ProcessorTime.CONTAINERS,
          ProcessorTime.CLIENT,
          ProcessorTime.POOL,
          ProcessorTime.CLIENT_POOL);

  private final List<Sample> samples;

  /** Takes the samples whose processor time was measured. */
  public CpuTimes(List<Sample> samples) {
    this.samples = samples.stream().filter(sample -> !sample.cpuMs().isEmpty()).toList();
  }

  /** A line for each workload and arm, or nothing when nothing was measured. */
  public String table() {
    if (samples.isEmpty()) {
      return "";
    }
    Table table =
        new Table(
            2,
            "workload",
            "arm",
            "n",
            "median",
            "95 % interval",
            "/ fork",
            "daemons",
            "forked",
            "pool",
            "clients");
    Set<String> workloads = new LinkedHashSet<>();
    samples.forEach(sample -> workloads.add(sample.workload()));
    for (String workload : workloads) {
      List<Sample> fork = of(workload, Arm.FORK);
      double base = fork.isEmpty() ? Double.NaN : median(fork, part -> true).value();
      for (Arm arm : Arm.values()) {
        List<Sample> same = of(workload, arm);
        if (!same.isEmpty()) {
          add(table, same, base);
        }
      }
    }
    return "Processor time of a whole sample on the node, seconds; n samples. It counts daemons,"
        + " pool, forked\ncontainers and clients, and in slots the releases and collections that"
        + " follow. The last four columns\nare medians of their own.\n\n"
        + table
        + "\n";
  }

  private static void add(Table table, List<Sample> same, double base) {
    Median whole = median(same, part -> true);
    table.add(
        same.get(0).workload(),
        same.get(0).arm().toString(),
        Integer.toString(whole.count()),
        Seconds.of(whole.value()),
        Seconds.interval(whole),
        Seconds.ratio(whole.value() / base),
        Seconds.of(median(same, part -> !OTHER_THAN_DAEMONS.contains(part)).value()),
        Seconds.of(median(same, ProcessorTime.CONTAINERS::equals).value()),
        Seconds.of(median(same, ProcessorTime.POOL::equals).value()),
        Seconds.of(
            median(same, Set.of(ProcessorTime.CLIENT, ProcessorTime.CLIENT_POOL)::contains)
                .value()));
  }

  private List<Sample> of(String workload, Arm arm) {
    return samples.stream().filter(s -> s.workload().equals(workload) && s.arm() == arm).toList();
  }

  private static Median median(List<Sample> samples, Predicate<String> parts) {
    return Median.of(samples.stream().map(sample -> sum(sample, parts)).toList());
  }

  private static long sum(Sample sample, Predicate<String> parts) {
    return sample.cpuMs().entrySet().stream()
        .filter(part -> parts.test(part.getKey()))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }
}
