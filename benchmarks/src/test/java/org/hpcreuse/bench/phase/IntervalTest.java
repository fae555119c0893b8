/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.phase;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class IntervalTest {
  @Test
  void shouldBeTheTimeBetweenItsTwoPhases() {
    assertThat(Interval.START_UP.of(Map.of(Phase.REQUEST, 100L, Phase.APPLICATION, 340L)))
        .hasValue(240);
  }

  @Test
  void shouldBeEmptyWhenAPhaseWasNeverReached() {
    assertThat(Interval.START_UP.of(Map.of(Phase.REQUEST, 100L))).isEmpty();
  }

  @Test
  void shouldNotBeNegativeWhenTwoSourcesDifferByAMillisecond() {
    assertThat(Interval.LOAD.of(Map.of(Phase.REQUEST, 100L, Phase.LOAD, 99L))).hasValue(0);
  }
}
