/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class PiTest {
  @Test
  void shouldFindTheEstimateInWhatTheExamplePrints() {
    String output =
        """
        Number of Maps  = 4
        Job Finished in 41.739 seconds
        Estimated value of Pi is 3.40000000000000000000
        """;

    assertThat(Pi.estimate(output)).isEqualTo("3.40000000000000000000");
    assertThat(Pi.estimate("")).isEqualTo("no estimate printed");
  }
}
