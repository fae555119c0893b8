/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.masters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ArgumentsTest {
  @Test
  void shouldReadNumbersAndCases() {
    assertThat(Arguments.parse("100", "30", "1000", "stock:0", "slots:100"))
        .isEqualTo(
            new Arguments(
                100,
                30,
                1000,
                List.of(new WaitCase(Waits.STOCK, 0), new WaitCase(Waits.SLOTS, 100))));
  }

  @Test
  void shouldWriteACaseAsItWasRead() {
    assertThat(WaitCase.parse("slots:1000")).hasToString("slots:1000");
  }

  @Test
  void shouldNameTheWordThatIsWrong() {
    String[][] wrong = {
      {"0", "30", "1000", "stock:0"},
      {"1", "soon", "1000", "stock:0"},
      {"1", "30", "-1", "stock:0"},
      {"1", "30", "1000", "stock"},
      {"1", "30", "1000", "slots:-1"},
      {"1", "30", "1000", "pool:100"}
    };
    String[] named = {"N 0", "SECONDS soon", "INTERVAL_MS -1", "stock", "slots:-1", "pool:100"};
    for (int i = 0; i < wrong.length; i++) {
      String[] words = wrong[i];
      assertThatThrownBy(() -> Arguments.parse(words))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(named[i] + ": must be")
          .hasMessageContaining("usage:");
    }
  }

  @Test
  void shouldRefuseToRunNoCase() {
    assertThatThrownBy(() -> Arguments.parse("1", "30", "1000"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3 words are too few");
  }
}
