/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MapEventsTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0, 20",
    "10, 10, 20",
    "400, 400, 100",
    "10000, 10000, 1000",
    "0, 10000, 200",
    "0, 600000, 1000"
  })
  void asksSoonAfterNewsAndNotTooOftenInLongJobs(long silenceMs, long ageMs, long pauseMs) {
    assertThat(MapEvents.pauseMs(silenceMs, ageMs)).isEqualTo(pauseMs);
  }
}
