/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.report.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MedianTest {
  /** The ranks of published tables for 95 %. */
  @ParameterizedTest
  @CsvSource({
    "1,1,1",
    "2,1,2",
    "5,1,5",
    "6,1,6",
    "8,1,8",
    "9,2,8",
    "10,2,9",
    "20,6,15",
    "40,14,27"
  })
  void shouldTakeTheRanksOfTheTablesWhenThereAreSoManyValues(int count, long low, long high) {
    List<Long> values =
        LongStream.rangeClosed(1, count).boxed().sorted(Collections.reverseOrder()).toList();

    assertThat(Median.of(values)).isEqualTo(new Median(count, (count + 1) / 2, low, high));
  }

  @Test
  void shouldBeTheValueWhenAllAreEqual() {
    assertThat(Median.of(Collections.nCopies(30, 7L))).isEqualTo(new Median(30, 7, 7, 7));
  }
}
