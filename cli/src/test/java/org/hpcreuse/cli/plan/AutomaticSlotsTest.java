/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.hpcreuse.cli.terminal.Failure;
import org.hpcreuse.protocol.option.SlotClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AutomaticSlotsTest {
  private static final DaemonHeaps HEAD = DaemonHeaps.parse("").on(NodeRole.HEAD);

  @ParameterizedTest
  @CsvSource({"1, 2, 4096", "4, 4, 4096", "48, 48, 4096"})
  void shouldMakeASlotForEachProcessorWhereMemoryIsPlenty(int cores, int slots, int heapMb)
      throws Failure {
    assertThat(AutomaticSlots.of(cores, 1_000_000, 1, HEAD))
        .containsExactly(new SlotClass(slots, heapMb));
  }

  @ParameterizedTest
  @CsvSource({"8, 16000", "8, 9000", "64, 12000", "2, 6000"})
  void shouldFillTheMemoryButNotExceedIt(int cores, long memoryMb) throws Failure {
    List<SlotClass> classes = AutomaticSlots.of(cores, memoryMb, 1, HEAD);

    int needed = MemoryBudget.forReuse(classes, 1, HEAD).totalMb();
    assertThat((long) needed).isBetween(memoryMb * 85 / 100, memoryMb);
    assertThat(classes.get(0).heapMb()).isGreaterThanOrEqualTo(AutomaticSlots.SMALLEST_HEAP_MB);
  }

  @Test
  void shouldRatherMakeFewerSlotsThanTooSmallOnes() throws Failure {
    assertThat(AutomaticSlots.of(64, 12_000, 1, HEAD).get(0).count())
        .isGreaterThan(2)
        .isLessThan(64);
  }

  @Test
  void shouldSayHowMuchMemoryIsTooLittle() {
    assertThatThrownBy(() -> AutomaticSlots.of(4, 3000, 1, HEAD))
        .isInstanceOf(Failure.class)
        .hasMessageContainingAll(
            "2 slots", "1 spares", "3000 MiB", "HPC_REUSE_SLOTS", "HPC_REUSE_SPARES", "--mem");
  }
}
