/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Map;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.Job;
import org.hpcreuse.bench.phase.ContainerTimes;
import org.hpcreuse.bench.phase.Kind;
import org.hpcreuse.bench.phase.Phase;
import org.hpcreuse.bench.report.statistics.Median;
import org.hpcreuse.bench.samples.Sample;
import org.junit.jupiter.api.Test;

final class SummaryTest {
  private static Sample sample(Arm arm, long elapsedMs, String launch, String reason) {
    return new Sample(
        "pi",
        arm,
        0,
        0,
        elapsedMs + 1000,
        List.of(new Job("application_1_1", "pi", "SUCCEEDED", 0, elapsedMs)),
        List.of(
            new ContainerTimes(
                "c",
                Kind.MAP,
                launch,
                reason,
                0,
                Map.of(Phase.REQUEST, 1000L, Phase.APPLICATION, 1000 + elapsedMs / 10))),
        Map.of(),
        Map.of());
  }

  @Test
  void shouldGiveTheRatioToForksMedian() {
    Summary summary =
        new Summary(
            List.of(sample(Arm.FORK, 20_000, "fork", ""), sample(Arm.REUSE, 5_000, "reuse", "")));

    assertThat(summary.rows())
        .filteredOn(row -> row.arm() == Arm.REUSE)
        .extracting(Row::metric, row -> row.median().value(), Row::ratioToFork)
        .contains(
            tuple(Metrics.JOBS, 5_000L, 0.25), tuple("map request → application", 500L, 0.25));
  }

  @Test
  void shouldGiveTheTimeFromSubmissionToTheFirstTask() {
    ContainerTimes master = worker(Kind.OTHER, Map.of());
    ContainerTimes first = worker(Kind.WORKER, Map.of(Phase.APPLICATION, 9_500L));
    ContainerTimes second = worker(Kind.WORKER, Map.of(Phase.APPLICATION, 9_900L));
    Job job = new Job("application_1_1", "spark", "SUCCEEDED", 7_000, 12_000);
    Sample sample =
        new Sample(
            "spark",
            Arm.KEPT,
            0,
            0,
            0,
            List.of(job),
            List.of(master, second, first),
            Map.of(),
            Map.of());

    assertThat(new Summary(List.of(sample)).rows())
        .extracting(Row::metric, row -> row.median().value())
        .contains(tuple(Metrics.FIRST_TASK, 2_500L));
  }

  private static ContainerTimes worker(Kind kind, Map<Phase, Long> at) {
    return new ContainerTimes("c", kind, "reuse", "", 0, at);
  }

  @Test
  void shouldGiveTheIntervalOfTheMedianOverJobs() {
    Summary summary =
        new Summary(
            List.of(
                sample(Arm.REUSE, 4_000, "reuse", ""),
                sample(Arm.REUSE, 6_000, "reuse", ""),
                sample(Arm.REUSE, 5_000, "reuse", "")));

    assertThat(summary.rows())
        .extracting(Row::metric, Row::median)
        .contains(
            tuple(Metrics.JOBS, new Median(3, 5_000, 4_000, 6_000)),
            tuple("map request → application", new Median(3, 500, 400, 600)));
  }

  @Test
  void shouldCountForkedContainersOfAnArmByReason() {
    Summary summary =
        new Summary(
            List.of(
                sample(Arm.FORK, 1, "fork", ""),
                sample(Arm.SPAWN, 1, "spawn", ""),
                sample(Arm.REUSE, 1, "reuse", ""),
                sample(Arm.REUSE, 1, "fork", "pool-busy"),
                sample(Arm.REUSE, 1, "fork", "")));

    assertThat(summary.forked(Arm.SPAWN)).isEmpty();
    assertThat(summary.forked(Arm.REUSE))
        .containsExactlyInAnyOrderEntriesOf(Map.of("pool-busy", 1L, "unknown", 1L));
  }

  @Test
  void shouldSumUpOverAllWorkloads() {
    Summary summary =
        new Summary(
            List.of(
                sample(Arm.FORK, 20_000, "fork", ""),
                sample(Arm.REUSE, 5_000, "reuse", ""),
                sample(Arm.REUSE, 6_000, "reuse", "")));

    assertThat(summary.mapStartUp(Arm.REUSE)).isEqualTo("0.500");
    assertThat(summary.jobsMs(Arm.REUSE)).isEqualTo(11_000);
    assertThat(new Summary(List.of()).mapStartUp(Arm.FORK)).isEqualTo("–");
  }

  @Test
  void shouldHaveNoRatioWithoutAForkArm() {
    Summary summary = new Summary(List.of(sample(Arm.REUSE, 5_000, "reuse", "")));

    assertThat(summary.rows()).extracting(Row::ratioToFork).containsOnly(Double.NaN);
  }
}
