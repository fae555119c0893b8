/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.report.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class BySampleTest {
  @Test
  void shouldTakeTheMedianOfTheSamplesMediansHoweverManyContainersEachHas() {
    BySample values = new BySample();
    for (long value : List.of(1L, 1L, 1L, 1L, 1L, 1L, 100L)) {
      values.add("first", value);
    }
    values.add("second", 50);
    values.add("third", 70);

    assertThat(values.median()).isEqualTo(new Median(3, 50, 1, 70));
    assertThat(values.all().count()).isEqualTo(9);
    assertThat(values.all().max()).isEqualTo(100);
  }
}
