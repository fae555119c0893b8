/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.hpcreuse.bench.cluster.Job;
import org.hpcreuse.bench.phase.ContainerTimes;
import org.hpcreuse.bench.phase.Interval;
import org.hpcreuse.bench.phase.Kind;
import org.hpcreuse.bench.report.statistics.BySample;
import org.hpcreuse.bench.samples.Sample;

/** The durations of a sample, by name, ms. */
final class Metrics {
  static final String JOBS = "jobs, RM elapsed";
  static final String WALL = "wall, with clients";

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
    for (Kind kind : List.of(Kind.MAP, Kind.REDUCE, Kind.MASTER)) {
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
