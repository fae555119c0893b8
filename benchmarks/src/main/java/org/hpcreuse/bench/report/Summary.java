/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.phase.ContainerTimes;
import org.hpcreuse.bench.phase.Interval;
import org.hpcreuse.bench.phase.Kind;
import org.hpcreuse.bench.report.statistics.BySample;
import org.hpcreuse.bench.report.statistics.Distribution;
import org.hpcreuse.bench.report.statistics.Median;
import org.hpcreuse.bench.report.table.Seconds;
import org.hpcreuse.bench.samples.Sample;

/** What the samples say, arm against arm. */
public final class Summary {
  private final List<Sample> samples;

  /** Sums up these samples. */
  public Summary(List<Sample> samples) {
    this.samples = List.copyOf(samples);
  }

  /** By workload, metric, arm; containers that never reached a phase are not in its rows. */
  public List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (String workload : workloads()) {
      Map<Arm, Map<String, BySample>> byArm = new TreeMap<>();
      for (Arm arm : Arm.values()) {
        byArm.put(arm, Metrics.of(samples(workload, arm)));
      }
      Set<String> metrics = new LinkedHashSet<>();
      byArm.values().forEach(m -> metrics.addAll(m.keySet()));
      for (String metric : metrics) {
        addRows(rows, workload, metric, byArm);
      }
    }
    return rows;
  }

  /** Containers of an arm that were forked, by reason. */
  public Map<String, Long> forked(Arm arm) {
    Map<String, Long> reasons = new TreeMap<>();
    for (ContainerTimes container : containers(arm)) {
      if (container.launch().equals(ContainerTimes.FORK)) {
        reasons.merge(container.reason().isEmpty() ? "unknown" : container.reason(), 1L, Long::sum);
      }
    }
    return reasons;
  }

  /** All containers of an arm. */
  public List<ContainerTimes> containers(Arm arm) {
    return samples.stream()
        .filter(s -> s.arm() == arm)
        .flatMap(s -> s.containers().stream())
        .toList();
  }

  /** Median time from request to first split over an arm's maps, seconds; a dash without maps. */
  String mapStartUp(Arm arm) {
    List<Long> durations = new ArrayList<>();
    for (ContainerTimes container : containers(arm)) {
      if (container.kind() == Kind.MAP) {
        Interval.START_UP.of(container.at()).ifPresent(durations::add);
      }
    }
    return durations.isEmpty() ? "–" : Seconds.of(Distribution.of(durations).median());
  }

  /** Time of all jobs of an arm together, ms. */
  long jobsMs(Arm arm) {
    return samples.stream().filter(s -> s.arm() == arm).mapToLong(Sample::jobsMs).sum();
  }

  /** Names of the workloads, as first seen. */
  public Set<String> workloads() {
    Set<String> names = new LinkedHashSet<>();
    samples.forEach(s -> names.add(s.workload()));
    return names;
  }

  private List<Sample> samples(String workload, Arm arm) {
    return samples.stream().filter(s -> s.workload().equals(workload) && s.arm() == arm).toList();
  }

  private void addRows(
      List<Row> rows, String workload, String metric, Map<Arm, Map<String, BySample>> byArm) {
    BySample fork = byArm.get(Arm.FORK).get(metric);
    double base = fork == null ? Double.NaN : fork.median().value();
    byArm.forEach(
        (arm, metrics) -> {
          BySample durations = metrics.get(metric);
          if (durations != null) {
            Median median = durations.median();
            rows.add(
                new Row(workload, metric, arm, median, durations.all(), median.value() / base));
          }
        });
  }
}
