/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MachineTimeTest {
  private static final String BEFORE =
      "cpu  1000 0 500 8000 100 0 10 40 0 0\ncpu0 500 0 250 4000 50 0 5 20 0 0\n";

  @Test
  void shouldCountUserAndSystemTimeAsBusy() {
    assertThat(share("cpu  1060 0 520 8110 110 0 10 40 0 0")).isEqualTo(0.4);
  }

  @Test
  void shouldCountStolenTimeAsNothing() {
    assertThat(share("cpu  1050 0 500 8050 100 0 10 4000 0 0")).isEqualTo(0.5);
  }

  @Test
  void shouldBeIdleWhenNoTimeHasPassed() {
    assertThat(share(BEFORE)).isZero();
  }

  private static double share(String after) {
    return MachineTime.parse(after).busyShareSince(MachineTime.parse(BEFORE));
  }
}
