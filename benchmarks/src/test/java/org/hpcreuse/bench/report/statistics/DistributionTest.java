/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.report.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class DistributionTest {
  @Test
  void shouldGiveMeasuredValues() {
    assertThat(Distribution.of(List.of(30L, 10L, 20L)))
        .isEqualTo(new Distribution(3, 20, 30, 30, 10, 30));
  }

  @Test
  void shouldLeaveOutTheSlowestTwentiethAtP95() {
    assertThat(Distribution.of(LongStream.rangeClosed(1, 100).boxed().toList()).p95())
        .isEqualTo(95);
  }
}
