/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.report.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class LeastSquaresTest {
  private static final double EXACT = 1e-9;

  private final LeastSquares line = new LeastSquares();

  @Test
  void shouldFindTheSlopeBetweenTwoPoints() {
    line.add(8, 4_000);
    line.add(40, 8_800);

    assertThat(line.slope()).isCloseTo(150, within(EXACT));
  }

  @Test
  void shouldFindTheLineThatIsNearestToAllPoints() {
    line.add(0, 0);
    line.add(1, 2);
    line.add(2, 1);
    line.add(3, 3);

    assertThat(line.slope()).isCloseTo(0.8, within(EXACT));
  }

  @Test
  void shouldBeFlatWhereNothingCanBeSaid() {
    assertThat(line.slope()).isZero();
    line.add(5, 1);
    line.add(5, 9);
    assertThat(line.slope()).isZero();
    assertThat(line.count()).isEqualTo(2);
  }
}
