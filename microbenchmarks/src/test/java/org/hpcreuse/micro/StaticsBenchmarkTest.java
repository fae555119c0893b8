/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.micro;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StaticsBenchmarkTest {
  private final StaticsBenchmark benchmark = new StaticsBenchmark();

  @BeforeEach
  void warmUp() throws Exception {
    benchmark.warmUp();
  }

  @AfterEach
  void close() throws Exception {
    benchmark.close();
  }

  @Test
  void shouldCompareThousandsOfThingsAndChangeNone() {
    assertThat(benchmark.size()).isGreaterThan(1_000);
    assertThat(benchmark.releaseRestores()).isZero();
    assertThat(benchmark.auditCompares()).allMatch(residue -> !residue.allowedBy().isEmpty());
  }
}
