/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.report.slots;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.SlotFigures;
import org.hpcreuse.bench.samples.ClusterStart;
import org.hpcreuse.bench.samples.Entry;
import org.hpcreuse.bench.samples.SlotAudit;
import org.hpcreuse.bench.samples.SlotReading;
import org.junit.jupiter.api.Test;

final class SlotGrowthTest {
  @Test
  void shouldTakeTheSlopeFromTheHundredthContainerOn() {
    List<Entry> audits = new ArrayList<>();
    for (int containers : List.of(10, 50, 100, 200, 300)) {
      long metaspace = containers < 100 ? 7 : 1_000 + 3L * containers;
      audits.add(new SlotAudit("w", 0, List.of(slot(containers, 0, metaspace))));
    }

    String table = new SlotGrowth(audits).table();

    assertThat(table.lines().filter(line -> line.contains("metaspaceKb")))
        .singleElement()
        .asString()
        .contains("300")
        .contains("7")
        .contains("1300")
        .contains("1900")
        .contains("3.000");
  }

  @Test
  void shouldTakeTheSlopeOfTheLastHalfFromSlotsAtRest() {
    List<Entry> lines = new ArrayList<>();
    for (int containers : List.of(100, 200, 300, 400)) {
      long rss = containers < 200 ? 9_000 : 5_000 + 2L * containers;
      lines.add(new SlotReading("w", 0, true, List.of(slot(containers, -1, rss))));
      lines.add(new SlotReading("w", 0, false, List.of(slot(containers + 50, -1, 77_000))));
    }
    lines.add(new SlotAudit("w", 0, List.of(slot(450, 0, 88_000))));

    SlotGrowth growth = new SlotGrowth(lines);

    assertThat(growth.table().lines().filter(line -> line.contains("metaspaceKb")))
        .singleElement()
        .asString()
        .matches(
            "\\| 0 \\(pid 42\\) \\| metaspaceKb \\| +400 \\| +9000 \\| +9000 \\| +5800"
                + " \\| +88000 \\| +-9.400 \\| +2.000 \\|");
    assertThat(growth.lost()).isEmpty();
  }

  @Test
  void shouldNameASlotThatLostItsProcessButNotOnesOfAnEarlierPool() {
    SlotFigures first = new SlotFigures(1, 42, 70, -1, Map.of(), List.of());
    SlotFigures second = new SlotFigures(1, 43, 5, -1, Map.of(), List.of());
    ClusterStart resumed = new ClusterStart(Arm.REUSE, "3.5.0", 1, 2, 3, 4);

    SlotGrowth growth =
        new SlotGrowth(
            List.of(
                new SlotReading("w", 0, false, List.of(first)),
                new SlotReading("w", 1, false, List.of(second))));

    assertThat(growth.lost())
        .containsExactly("slot 1: process 42 was lost after 70 containers; then 43");
    assertThat(
            new SlotGrowth(
                    List.of(
                        new SlotReading("w", 0, false, List.of(first)),
                        resumed,
                        new SlotReading("w", 1, false, List.of(second))))
                .lost())
        .isEmpty();
  }

  @Test
  void shouldCountResidueAndLeaveOutSlotsThatWereNotAudited() {
    SlotGrowth growth =
        new SlotGrowth(
            List.of(new SlotAudit("w", 0, List.of(slot(1, 2, 5), slot(1, -1, 5), slot(1, 1, 5)))));

    assertThat(growth.residue()).isEqualTo(3);
  }

  private static SlotFigures slot(int containers, int residue, long metaspaceKb) {
    return new SlotFigures(
        0, 42, containers, residue, Map.of("metaspaceKb", metaspaceKb), List.of());
  }
}
