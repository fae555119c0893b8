/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.masters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class MastersTest {
  @Test
  void shouldReadCases() {
    assertThat(WaitCase.parse("stock:0")).isEqualTo(new WaitCase(false, 0));
    assertThat(WaitCase.parse("slots:100")).isEqualTo(new WaitCase(true, 100));
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
      assertThatThrownBy(() -> new Masters(words))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(named[i] + ": must be");
    }
  }

  @Test
  void shouldRefuseToRunNoCase() {
    assertThatThrownBy(() -> new Masters("1", "30", "1000"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3 words are too few");
  }
}
