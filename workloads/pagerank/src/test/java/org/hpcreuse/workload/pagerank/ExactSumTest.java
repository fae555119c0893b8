/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pagerank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ExactSumTest {
  @ParameterizedTest
  @ValueSource(
      doubles = {0, 0x1p-80, 0x1.8p-79, 0x1p-28, 0.1, 0.15, 1, 3, 65535.75, 0x1.fffffffffffffp46})
  void shouldKeepNumbersThatFit(double value) {
    ExactSum sum = new ExactSum();
    sum.add(value);
    assertThat(sum.value()).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, 0x1p47, Double.NaN, Double.POSITIVE_INFINITY})
  void shouldRefuseNumbersThatDoNotFit(double value) {
    assertThatThrownBy(() -> new ExactSum().add(value)).isInstanceOf(ArithmeticException.class);
  }

  @Test
  void shouldTakeTheSmallestNumbersForNothing() {
    ExactSum sum = new ExactSum();
    sum.add(0x1p-81);
    sum.add(Double.MIN_VALUE);
    assertThat(sum.value()).isZero();
  }

  @Test
  void shouldAgreeWithDecimalArithmetic() {
    Random random = new Random(7);
    ExactSum sum = new ExactSum();
    BigDecimal expected = BigDecimal.ZERO;
    for (int i = 0; i < 100_000; i++) {
      double value = Math.scalb(random.nextDouble(), random.nextInt(40) - 20);
      sum.add(value);
      expected = expected.add(new BigDecimal(value));
    }
    assertThat(sum.value() / expected.doubleValue()).isCloseTo(1, within(1e-15));
  }

  @Test
  void shouldGiveTheSameBitsInAnyOrderAndGrouping() {
    double[] values = new Random(11).doubles(10_000).toArray();
    ExactSum forward = new ExactSum();
    ExactSum grouped = new ExactSum();
    double plainForward = 0;
    double plainBackward = 0;
    for (int i = 0; i < values.length; i += 100) {
      ExactSum group = new ExactSum();
      for (int j = i; j < i + 100; j++) {
        forward.add(values[j]);
        plainForward += values[j];
        group.add(values[values.length - 1 - j]);
        plainBackward += values[values.length - 1 - j];
      }
      grouped.add(group);
    }
    assertThat(plainForward).as("plain sums depend on the order").isNotEqualTo(plainBackward);
    assertThat(grouped.value()).isEqualTo(forward.value());
  }
}
