/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.report.slots;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.samples.IdleCost;
import org.junit.jupiter.api.Test;

final class IdleTableTest {
  @Test
  void shouldShowTheShareOfACoreAndTheMemoryOfEachProcess() {
    String table =
        new IdleTable(List.of(cost(60_000, 120, 240_000), cost(60_000, 300, 250_000))).table();

    assertThat(table.lines().filter(line -> line.contains("reuse, slot 0")))
        .singleElement()
        .asString()
        .matches("\\| reuse, slot 0 \\| 2 \\| +0.200 \\| +0.200–0.500 \\| +234 \\| +234–244 \\|");
  }

  @Test
  void shouldSayNothingWhenNothingWasMeasured() {
    assertThat(new IdleTable(List.of()).table()).isEmpty();
  }

  private static IdleCost cost(long ms, long cpuMs, long rssKb) {
    return new IdleCost(Arm.REUSE, ms, List.of(new IdleCost.Idle("slot 0", 42, cpuMs, rssKb)));
  }
}
