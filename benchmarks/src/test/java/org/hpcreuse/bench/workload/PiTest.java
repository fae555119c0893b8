/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.hpcreuse.bench.cluster.BenchException;
import org.junit.jupiter.api.Test;

final class PiTest {
  @Test
  void shouldFindTheEstimateInWhatTheExamplePrints() throws Exception {
    String output =
        """
        Number of Maps  = 4
        Job Finished in 41.739 seconds
        Estimated value of Pi is 3.40000000000000000000
        """;

    assertThat(Pi.estimate(output)).isEqualTo("3.40000000000000000000");
  }

  @Test
  void shouldTakeNoEstimateForAFailure() {
    assertThatThrownBy(() -> Pi.estimate("Number of Maps  = 4\n"))
        .isInstanceOf(BenchException.class)
        .hasMessage("pi has printed no estimate, but: Number of Maps  = 4");
  }
}
