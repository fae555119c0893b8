/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.report.slots;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.phase.ContainerTimes;
import org.hpcreuse.bench.phase.Kind;
import org.hpcreuse.bench.samples.Sample;
import org.hpcreuse.bench.samples.SlotRelease;
import org.junit.jupiter.api.Test;

final class ReleasesTest {
  @Test
  void shouldTellTasksFromMastersAndLeaveOutContainersOfNoSample() {
    Sample sample =
        new Sample(
            "pi",
            Arm.REUSE,
            0,
            0,
            0,
            List.of(),
            List.of(
                container("m1", Kind.MAP),
                container("r1", Kind.REDUCE),
                container("a", Kind.MASTER)),
            Map.of(),
            Map.of());

    String table =
        new Releases(
                List.of(
                    sample,
                    release("m1", 1_000),
                    release("r1", 3_000),
                    release("a", 20_000),
                    release("warm-up", 999_000)))
            .table();

    assertThat(table.lines().filter(line -> line.contains("| release")))
        .satisfiesExactly(
            task -> assertThat(task).contains("reuse, task").contains("1.000").contains("3.000"),
            master -> assertThat(master).contains("AM").contains("20.000"));
    assertThat(table.lines().filter(line -> line.contains("| launch")))
        .satisfiesExactly(
            task -> assertThat(task).contains("reuse, task").contains("0.250").contains("0.750"),
            master -> assertThat(master).contains("AM").contains("5.000"));
    assertThat(table).contains("Threads").contains("program").doesNotContain("999.000");
  }

  @Test
  void shouldShowReleasesOfRunsThatDidNotMeasureLaunches() {
    Sample sample =
        new Sample(
            "pi",
            Arm.REUSE,
            0,
            0,
            0,
            List.of(),
            List.of(container("m1", Kind.MAP)),
            Map.of(),
            Map.of());

    assertThat(
            new Releases(List.of(sample, new SlotRelease("m1", 5, Map.of(), 0, Map.of()))).table())
        .contains("| release")
        .doesNotContain("launch");
  }

  @Test
  void shouldSayNothingWithoutSlots() {
    assertThat(new Releases(List.of()).table()).isEmpty();
  }

  private static SlotRelease release(String container, long micros) {
    return new SlotRelease(
        container,
        micros,
        Map.of("Threads", micros / 2),
        micros / 4,
        Map.of("program", micros / 8));
  }

  private static ContainerTimes container(String id, Kind kind) {
    return new ContainerTimes(id, kind, ContainerTimes.REUSE, "", 0, Map.of());
  }
}
