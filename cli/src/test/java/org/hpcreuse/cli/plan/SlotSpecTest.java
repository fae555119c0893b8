/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.hpcreuse.protocol.option.SlotClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlotSpecTest {
  @Test
  void shouldTakeANumberAsSlotsOfTheUsualSize() {
    assertThat(SlotSpec.parse("3")).containsExactly(new SlotClass(3, 1024));
  }

  @Test
  void shouldTakeSizesAndWriteThemBack() {
    assertThat(SlotSpec.format(SlotSpec.parse("4x1024, 1x1536"))).isEqualTo("4x1024,1x1536");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "1", "1x1024"})
  void shouldRefuseFewerThanTwoSlotsAndSayWhy(String text) {
    assertThatThrownBy(() -> SlotSpec.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--slots " + text + ": ")
        .hasMessageContaining("at least 2: a job's ApplicationMaster takes one");
  }

  @Test
  void shouldCountTheSlotsOfAllSizes() {
    assertThat(SlotSpec.parse("1x64,1x128"))
        .containsExactly(new SlotClass(1, 64), new SlotClass(1, 128));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0x64", "-1", "x", "4x", "4x1024,", "four"})
  void shouldRefuseWhatIsNeither(String text) {
    assertThatThrownBy(() -> SlotSpec.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
