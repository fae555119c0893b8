/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.run.RunOptions;
import org.junit.jupiter.api.Test;

final class BenchmarkTest {
  /** {@code up} rejects an option that comes twice. */
  @Test
  void shouldLeaveOutWhatTheUserSaysOtherwise() {
    assertThat(Benchmark.SOAK.upOptions(List.of("--slots", "2x512")))
        .containsExactly("--spares", "0", "--slots", "2x512");
    assertThat(Benchmark.SOAK.upOptions(List.of()))
        .containsExactly("--slots", "2x1024", "--spares", "0");
  }

  @Test
  void shouldNameTheCommandOfARun() {
    assertThat(command("soak-spark")).isEqualTo("soak");
    assertThat(command("trace")).isEqualTo("trace");
    assertThat(command("faults")).isEqualTo("faults");
  }

  private static String command(String bench) {
    return Benchmark.command(RunOptions.of(bench, 1, Arm.REUSE, 1, 100, List.of()));
  }
}
