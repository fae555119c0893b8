/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class BenchNameTest {
  /** {@code up} rejects an option that comes twice. */
  @Test
  void shouldLeaveOutWhatTheUserSaysOtherwise() {
    assertThat(BenchName.SOAK.with(List.of("--slots", "2x512")))
        .containsExactly("--spares", "0", "--slots", "2x512");
    assertThat(BenchName.SOAK.with(List.of())).isEqualTo(BenchName.SOAK.upOptions());
  }
}
