/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.master.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PatienceTest {
  private final Patience patience = new Patience(new Random(1));

  @Test
  void theFirstAttemptHoldsForAboutASecond() {
    assertThat(IntStream.range(0, 1000).mapToObj(i -> patience.hold()))
        .allSatisfy(hold -> assertThat(hold).isBetween(millis(500), millis(1_500)))
        .anyMatch(hold -> hold.compareTo(millis(700)) < 0)
        .anyMatch(hold -> hold.compareTo(millis(1_300)) > 0);
  }

  @Test
  void laterAttemptsHoldAndPauseLongerButNotForEver() {
    for (int i = 0; i < 40; i++) {
      assertThat(patience.pause()).isBetween(Duration.ZERO, millis(8_000));
    }
    assertThat(patience.attempts()).isEqualTo(40);
    assertThat(IntStream.range(0, 1000).mapToObj(i -> patience.hold()))
        .allSatisfy(hold -> assertThat(hold).isBetween(millis(8_000), millis(24_000)));
  }

  private static Duration millis(long ms) {
    return Duration.ofMillis(ms);
  }
}
