/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SizingTest {
  @Test
  void shouldOfferExactlyTheContainerMemoryOfAllSlots() {
    Sizing sizing = Sizing.of(SlotSpec.parse("4x1024,1x1536"));

    assertThat(sizing.slots()).isEqualTo(5);
    assertThat(sizing.nodeMemoryMb()).isEqualTo(4 * 1280 + 1920);
    assertThat(sizing.largestContainerMb()).isEqualTo(1920);
  }

  @ParameterizedTest
  @CsvSource({"2, 1", "3, 1", "4, 2", "5, 2", "16, 8"})
  void shouldLeaveMastersHalfOfTheSlotsAndAtLeastOne(String slots, int masters) {
    assertThat(Sizing.of(SlotSpec.parse(slots)).masters()).isEqualTo(masters);
  }

  /** The scheduler's own arithmetic: a float from the configuration, times vcores, rounded up. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5, 7, 10, 48, 100, 999})
  void shouldComeOutAtTheIntendedNumberOfMastersAfterTheSchedulersRounding(int slots) {
    Sizing sizing = Sizing.of(SlotSpec.parse(Integer.toString(slots)));

    float share = Float.parseFloat(Double.toString(sizing.masterShare(1)));
    assertThat((int) Math.ceil(slots * (double) share)).isEqualTo(sizing.masters());
  }

  @ParameterizedTest
  @CsvSource({"2, 3", "5, 4", "48, 33", "48, 1000"})
  void shouldComeOutAtTheMastersOfAllNodesTogether(String slots, int nodes) {
    Sizing sizing = Sizing.of(SlotSpec.parse(slots));

    float share = Float.parseFloat(Double.toString(sizing.masterShare(nodes)));
    assertThat((int) Math.ceil(sizing.slots() * nodes * (double) share))
        .isEqualTo(sizing.masters() * nodes);
  }

  /** Memory and vcores both bound the masters; the scheduler rounds memory up to steps. */
  @ParameterizedTest
  @CsvSource({"4x512, 1", "4x1024,1", "5x1024, 3", "7x700, 1", "16x16384, 2", "48x32768, 33"})
  void shouldHaveMemoryForAllMastersAndNoMore(String slots, int nodes) {
    Sizing sizing = Sizing.of(SlotSpec.parse(slots));

    float share = Float.parseFloat(Double.toString(sizing.masterShare(nodes)));
    double bare = Math.ceil((long) sizing.nodeMemoryMb() * nodes * (double) share);
    long limitMb = (long) Math.ceil(bare / Sizing.STEP_MB) * Sizing.STEP_MB;
    assertThat(limitMb / sizing.masterMemoryMb()).isEqualTo((long) sizing.masters() * nodes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"4", "4x1024,1x1536", "2x512", "3x700", "2x64", "8x4096"})
  void shouldMakeDefaultContainersThatFitTheSmallestSlot(String slots) {
    var classes = SlotSpec.parse(slots);
    int smallestHeap = classes.stream().mapToInt(c -> c.heapMb()).min().orElseThrow();
    Sizing sizing = Sizing.of(classes);

    assertThat(sizing.taskHeapMb()).isLessThanOrEqualTo(smallestHeap);
    assertThat(sizing.masterHeapMb()).isLessThanOrEqualTo(smallestHeap);
    assertThat(sizing.taskMemoryMb() % Sizing.STEP_MB).isZero();
    assertThat(sizing.taskMemoryMb()).isLessThanOrEqualTo(sizing.largestContainerMb());
  }

  @Test
  void shouldGiveTasksAllOfTheSmallestSlot() {
    Sizing sizing = Sizing.of(SlotSpec.parse("4x1024,1x1536"));

    assertThat(sizing.taskMemoryMb()).isEqualTo(1280);
    assertThat(sizing.taskHeapMb()).isEqualTo(1000);
    assertThat(sizing.masterHeapMb()).isEqualTo(960);
  }
}
