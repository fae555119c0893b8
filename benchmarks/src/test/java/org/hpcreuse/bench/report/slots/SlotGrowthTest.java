/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.report.slots;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.hpcreuse.bench.cluster.SlotFigures;
import org.hpcreuse.bench.samples.Entry;
import org.hpcreuse.bench.samples.SlotAudit;
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
