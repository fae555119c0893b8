/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.report.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.phase.ContainerTimes;
import org.hpcreuse.bench.phase.Kind;
import org.hpcreuse.bench.samples.Sample;
import org.junit.jupiter.api.Test;

final class CpuTimesTest {
  @Test
  void shouldSumUpTheNodeAndShowThePartsBeside() {
    Map<String, Long> fork =
        Map.of("namenode", 500L, "nodemanager", 500L, "containers", 20_000L, "client", 3_000L);
    Map<String, Long> reuse =
        Map.of(
            "resourcemanager",
            1_000L,
            "pool-manager",
            4_500L,
            "client-pool-manager",
            400L,
            "client",
            100L);

    String table =
        new CpuTimes(List.of(sample(Arm.FORK, 0, 1, fork), sample(Arm.REUSE, 0, 1, reuse))).table();

    assertThat(cells(table, "fork"))
        .containsExactly(
            "pi",
            "fork",
            "1",
            "24.000",
            "24.000–24.000",
            "1.00",
            "1.000",
            "20.000",
            "0.000",
            "3.000");
    assertThat(cells(table, "reuse"))
        .containsExactly(
            "pi", "reuse", "1", "6.000", "6.000–6.000", "0.25", "1.000", "0.000", "4.500", "0.500");
  }

  @Test
  void shouldSayNothingOfSamplesWithoutProcessorTime() {
    List<Sample> samples = List.of(sample(Arm.REUSE, 0, 8, Map.of()));

    assertThat(new CpuTimes(samples).table()).isEmpty();
    assertThat(new CpuPerMap(samples).table()).isEmpty();
  }

  @Test
  void shouldTakeTheTimeOfAMapFromJobsOfOneRoundWithFewAndWithManyMaps() {
    List<Sample> samples = new ArrayList<>();
    for (int round = 0; round < 3; round++) {
      samples.add(sample(Arm.FORK, round, 8, Map.of("client", 30_000L)));
      samples.add(sample(Arm.FORK, round, 40, Map.of("client", 126_000L + round * 3_200L)));
      samples.add(sample(Arm.REUSE, round, 8, Map.of("client", 4_000L)));
      samples.add(sample(Arm.REUSE, round, 40, Map.of("client", 8_800L)));
    }
    samples.add(sample(Arm.REUSE, 3, 8, Map.of("client", 4_000L)));

    String table = new CpuPerMap(samples).table();

    assertThat(cells(table, "fork")).containsExactly("fork", "3", "3.100", "3.000–3.200", "1.00");
    assertThat(cells(table, "reuse")).containsExactly("reuse", "3", "0.150", "0.150–0.150", "0.05");
  }

  private static List<String> cells(String table, String arm) {
    String line =
        table
            .lines()
            .filter(text -> text.matches("\\|.*\\b" + arm + " .*\\d.*"))
            .findFirst()
            .orElseThrow();
    return List.of(line.substring(1).strip().split(" *\\| *")).stream().map(String::strip).toList();
  }

  private static Sample sample(Arm arm, int round, int maps, Map<String, Long> cpuMs) {
    List<ContainerTimes> containers =
        IntStream.range(0, maps)
            .mapToObj(i -> new ContainerTimes("c" + i, Kind.MAP, "reuse", "", 0, Map.of()))
            .toList();
    return new Sample("pi", arm, round, 0, 0, List.of(), containers, Map.of(), cpuMs);
  }
}
