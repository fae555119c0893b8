/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import org.hpcreuse.bench.cluster.Job;
import org.hpcreuse.bench.phase.ContainerTimes;
import org.hpcreuse.bench.phase.Interval;
import org.hpcreuse.bench.phase.Kind;
import org.hpcreuse.bench.phase.Phase;
import org.hpcreuse.bench.report.statistics.BySample;
import org.hpcreuse.bench.samples.Sample;

/** The durations of a sample, by name, ms. */
final class Metrics {
  static final String JOBS = "jobs, RM elapsed";
  static final String WALL = "wall, with clients";
  static final String FIRST_TASK = "submit → first task";

  /** A workload of more jobs than this shows their sum alone. */
  private static final int NAMED_JOBS = 3;

  private Metrics() {}

  /** Hands over each duration with the name of its metric, in the order tables show them. */
  static void of(Sample sample, BiConsumer<String, Long> take) {
    take.accept(JOBS, sample.jobsMs());
    List<Job> jobs = sample.jobs();
    if (jobs.size() > 1 && jobs.size() <= NAMED_JOBS) {
      jobs.forEach(job -> take.accept("job " + job.name(), job.elapsedMs()));
    }
    take.accept(WALL, sample.wallMs());
    firstTask(sample).ifPresent(ms -> take.accept(FIRST_TASK, ms));
    for (Kind kind : List.of(Kind.MAP, Kind.REDUCE, Kind.WORKER, Kind.MASTER)) {
      for (Interval interval : Interval.values()) {
        for (ContainerTimes container : sample.containers()) {
          if (container.kind() == kind) {
            interval
                .of(container.at())
                .ifPresent(ms -> take.accept(kind.label() + " " + interval.label(), ms));
          }
        }
      }
    }
  }

  /**
   * From the ResourceManager's note of a job to the first work of its tasks; of samples of one job.
   */
  private static OptionalLong firstTask(Sample sample) {
    if (sample.jobs().size() != 1 || sample.jobs().get(0).startedMs() == 0) {
      return OptionalLong.empty();
    }
    long submitted = sample.jobs().get(0).startedMs();
    return sample.containers().stream()
        .filter(container -> container.kind() == Kind.MAP || container.kind() == Kind.WORKER)
        .map(container -> container.at().get(Phase.APPLICATION))
        .filter(Objects::nonNull)
        .mapToLong(begun -> begun - submitted)
        .min();
  }

  /** All durations of some samples, by metric. */
  static Map<String, BySample> of(List<Sample> samples) {
    Map<String, BySample> durations = new LinkedHashMap<>();
    for (Sample sample : samples) {
      of(
          sample,
          (name, ms) -> durations.computeIfAbsent(name, n -> new BySample()).add(sample, ms));
    }
    return durations;
  }
}
