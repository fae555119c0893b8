/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class OptionsTest {
  static Stream<Option<?>> options() {
    return Options.all().stream();
  }

  @ParameterizedTest
  @MethodSource("options")
  void shouldParseItsOwnDefaultAndSayWhatItMeans(Option<?> option) {
    assertThat(option.in(Map.of())).isNotNull();
    assertThat(option.key()).startsWith("hpc-reuse.");
    assertThat(option.meaning()).endsWith(".");
    assertThat(option.environmentName()).matches("HPC_REUSE_[A-Z0-9_]+");
  }

  @Test
  void shouldHaveEachKeyOnce() {
    assertThat(Options.all().stream().map(Option::key)).doesNotHaveDuplicates().isNotEmpty();
  }

  @Test
  void shouldTakeTheDefaultForABlankText() {
    assertThat(Options.HOLD_MS.in(Map.of(Options.HOLD_MS.key(), "  "))).isEqualTo(60_000L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "3600001", "x", "1.5", "99999999999999999999"})
  void shouldNameOptionValueAndRangeWhenANumberIsWrong(String text) {
    assertThatThrownBy(() -> Options.HOLD_MS.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("hpc-reuse.hold-ms = \"" + text + "\"")
        .hasMessageContaining("0 to 3600000");
  }

  @Test
  void shouldParseSlotClasses() {
    assertThat(Options.SLOTS.parse("4x1024, 1x1536"))
        .isEqualTo(List.of(new SlotClass(4, 1024), new SlotClass(1, 1536)));
    assertThat(new SlotClass(1, 1024).containerMb()).isEqualTo(1280);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "4", "0x1024", "4x", "4x63", "-1x1024", "4x1024,", "4x1024;1x1536"})
  void shouldRefuseMalformedSlotClasses(String text) {
    assertThatThrownBy(() -> Options.SLOTS.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("hpc-reuse.slots");
  }

  @Test
  void shouldParseFallbackWithoutRegardToCase() {
    assertThat(Options.FALLBACK.parse("Wait")).isEqualTo(Options.Fallback.WAIT);
    assertThatThrownBy(() -> Options.FALLBACK.parse("never"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("fork, wait or fail");
  }

  @Test
  void shouldRefuseAnUnknownMpi() {
    assertThat(Options.MPI.parse("none")).isEqualTo("none");
    assertThatThrownBy(() -> Options.MPI.parse("6.0"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("hpc-reuse.mpi = \"6.0\"");
  }
}
