/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class SoakWatchTest {
  @Test
  void shouldLetTheSlotsRestSomeFortyTimesAndAfterTheLastJob() {
    assertThat(IntStream.range(0, 162).filter(round -> SoakWatch.rests(round, 162)).count())
        .isEqualTo(41);
    assertThat(SoakWatch.rests(161, 162)).isTrue();
    assertThat(SoakWatch.rests(160, 162)).isFalse();
    assertThat(SoakWatch.rests(0, 5)).as("a short run has a rest after each job").isTrue();
  }
}
