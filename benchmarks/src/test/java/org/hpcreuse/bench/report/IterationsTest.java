/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.Job;
import org.hpcreuse.bench.samples.Sample;
import org.junit.jupiter.api.Test;

final class IterationsTest {
  private static final long START_MS = 1_000_000;

  @Test
  void shouldTakeTheShorterRunsFromTheEndsOfOneRunsIterations() {
    String table =
        new Iterations(List.of(run(Arm.FORK, 10_000), run(Arm.REUSE, 2_000), run(Arm.REUSE, 3_000)))
            .table();

    assertThat(table.strip().lines().skip(4).map(line -> line.replace(" ", "")))
        .containsExactly(
            "|1|fork|1|20.000|20.000–20.000|1.00|",
            "|1|reuse|2|4.000|4.000–6.000|0.20|",
            "|2|fork|1|30.000|30.000–30.000|1.00|",
            "|2|reuse|2|6.000|6.000–9.000|0.20|",
            "|3|fork|1|40.000|40.000–40.000|1.00|",
            "|3|reuse|2|8.000|8.000–12.000|0.20|");
  }

  @Test
  void shouldSayNothingWithoutIterationsOrTheirTimes() {
    Job other = new Job("application_1", "TeraSort", "SUCCEEDED", 5, 6);
    Job early = new Job("application_1", "pagerank iteration 1: /in", "SUCCEEDED", 0, 6);

    assertThat(new Iterations(List.of(sample(Arm.FORK, List.of(other, early)))).table()).isEmpty();
  }

  /** A job that reads, three iterations and one that writes, each as long. */
  private static Sample run(Arm arm, long jobMs) {
    List<Job> jobs = new ArrayList<>();
    for (String step : List.of("read", "iteration 1", "iteration 2", "iteration 3", "write")) {
      long start = START_MS + jobs.size() * jobMs;
      jobs.add(new Job("application_1", "pagerank " + step + ": /in", "SUCCEEDED", start, jobMs));
    }
    return sample(arm, jobs);
  }

  private static Sample sample(Arm arm, List<Job> jobs) {
    return new Sample("pagerank-3", arm, 0, START_MS, 0, jobs, List.of(), Map.of(), Map.of());
  }
}
