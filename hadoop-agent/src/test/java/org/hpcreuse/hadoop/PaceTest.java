/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class PaceTest {
  private static final Pace PACE = new Pace(4, 100);

  @Test
  void shouldNotPauseForLessThanTheShortestTime() {
    assertThat(PACE.pause(0, 0, 0, 1000)).isEqualTo(Pace.SHORTEST_MS);
  }

  @Test
  void shouldPauseForAPartOfTheTimeWithoutNews() {
    assertThat(PACE.pause(400, 500, 0, 1000)).isEqualTo(100);
  }

  @Test
  void shouldPauseForAPartOfItsAge() {
    assertThat(PACE.pause(0, 30_000, 0, 1000)).isEqualTo(300);
  }

  @Test
  void shouldPauseForLongerWhenAnswersTakeTime() {
    assertThat(PACE.pause(0, 0, 200, 1000)).isEqualTo(400);
  }

  @Test
  void shouldNeverPauseForLongerThanStockHadoop() {
    assertThat(PACE.pause(1_000_000, 1_000_000, 10_000, 1000)).isEqualTo(1000);
    assertThat(PACE.pause(0, 0, 0, 5)).isEqualTo(5);
  }

  /** Each question comes after half of the time since the news: about ten in a second. */
  @Test
  void shouldAskFewTimesAfterTheLastNews() {
    Pace pace = new Pace(2, 100);
    int questions = 0;
    for (long now = 0; now < 1000; now += pace.pause(now, now, 0, 1000)) {
      questions++;
    }

    assertThat(questions).isLessThanOrEqualTo(11);
  }
}
