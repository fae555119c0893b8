/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MapEventsTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0, 0, 20",
    "10, 10, 9, 20",
    "400, 400, 1, 100",
    "10000, 10000, 1, 1000",
    "0, 10000, 1, 200",
    "0, 600000, 1, 1000",
    "0, 1000, 900, 1800"
  })
  void asksSoonAfterNewsAndNotTooOftenInLongJobs(
      long silenceMs, long ageMs, long answerMs, long pauseMs) {
    assertThat(MapEvents.pauseMs(silenceMs, ageMs, answerMs)).isEqualTo(pauseMs);
  }
}
