/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class DataSizeTest {
  @Test
  void shouldTakePowersOf1024() {
    assertThat(DataSize.parse("128M").bytes()).isEqualTo(134_217_728);
    assertThat(DataSize.parse("2g").bytes()).isEqualTo(2_147_483_648L);
    assertThat(DataSize.parse("1t").bytes()).isEqualTo(1_099_511_627_776L);
  }

  @Test
  void shouldRefuseWhatIsNoSize() {
    for (String text : new String[] {"", "0m", "128", "-1m", "12 m", "9999999k"}) {
      assertThatThrownBy(() -> DataSize.parse(text))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("\"" + text + "\"");
    }
  }
}
