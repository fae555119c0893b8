/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.hpcreuse.bench.SlotWatch.Look;
import org.junit.jupiter.api.Test;

final class SlotWatchTest {
  @Test
  void shouldLetTheSlotsRestSomeFortyTimesAndAfterTheLastJob() {
    SlotWatch watch = new SlotWatch(Look.GROWTH, 162, 40);
    assertThat(IntStream.range(0, 162).filter(watch::restsAfter).count()).isEqualTo(41);
    assertThat(watch.restsAfter(161)).isTrue();
    assertThat(watch.restsAfter(160)).isFalse();
    assertThat(new SlotWatch(Look.GROWTH, 5, 40).restsAfter(0))
        .as("a short run has a rest after each job")
        .isTrue();
  }
}
