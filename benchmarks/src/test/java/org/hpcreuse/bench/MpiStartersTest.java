/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import org.junit.jupiter.api.Test;

final class MpiStartersTest {
  @Test
  void shouldFindTheMomentsInTheLogOfAMaster() {
    String log =
        "2026-11-25 17:00:00,001 INFO Configuration: a=1 timeout=1000\n"
            + "2026-11-25 17:00:01,001 INFO GangMaster: registered=1764086401000001"
            + " allocated=1764086401100002 over=1764086402000003; status 0 \n";

    assertThat(MpiStarters.moments(log))
        .containsOnly(
            entry("registered", 1764086401000001L),
            entry("allocated", 1764086401100002L),
            entry("over", 1764086402000003L));
  }
}
