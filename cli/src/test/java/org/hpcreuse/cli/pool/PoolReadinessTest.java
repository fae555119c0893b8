/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PoolReadinessTest {
  @ParameterizedTest
  @CsvSource({"0, 50", "400, 50", "600, 60", "4990, 499", "5001, 500", "90000, 500"})
  void aPauseIsATenthOfTheWaitWithinBounds(long waitedMs, long pauseMs) {
    assertThat(PoolReadiness.pauseAfter(TimeUnit.MILLISECONDS.toNanos(waitedMs)))
        .isEqualTo(TimeUnit.MILLISECONDS.toNanos(pauseMs));
  }
}
