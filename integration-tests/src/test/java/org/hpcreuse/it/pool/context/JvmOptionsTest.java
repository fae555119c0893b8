/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.pool.context;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.Outcome;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.it.program.ReachesIntoTheJdk;
import org.hpcreuse.it.program.end.Exits;
import org.hpcreuse.protocol.program.JvmRequest;
import org.hpcreuse.protocol.program.JvmRequest.OutOfMemory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a container's JVM options come to in a JVM that runs already. */
class JvmOptionsTest {
  @RegisterExtension static final PoolExtension POOL = PoolExtension.with(Mpi.NONE);

  private static JvmRequest opens(String... packages) {
    return new JvmRequest(List.of(packages), List.of(), OutOfMemory.GO_ON, List.of());
  }

  private static Outcome run(JvmRequest request) throws Exception {
    return POOL.run(POOL.container(ReachesIntoTheJdk.class).jvm(request));
  }

  @Test
  void shouldOpenPackagesToTheOneContainerAndTheLoadersItMakes() throws Exception {
    assertThat(run(JvmRequest.NONE).stdout())
        .isEqualTo("own java.util false java.nio false\nother java.util false java.nio false\n");
    assertThat(run(opens("java.base/java.util")).stdout())
        .isEqualTo("own java.util true java.nio false\nother java.util true java.nio false\n");
    assertThat(run(opens("java.base/java.nio")).stdout())
        .isEqualTo("own java.util false java.nio true\nother java.util false java.nio true\n");
    assertThat(run(JvmRequest.NONE).stdout())
        .isEqualTo("own java.util false java.nio false\nother java.util false java.nio false\n");
  }

  @Test
  void shouldWarnAsTheJavaLauncherDoes() throws Exception {
    Outcome outcome = run(opens("no.module/x", "java.base/no.such.one"));

    assertThat(outcome.status()).isZero();
    assertThat(outcome.stderr())
        .isEqualTo(
            "WARNING: Unknown module: no.module specified to --add-opens\n"
                + "WARNING: package no.such.one not in java.base\n");
  }

  @Test
  void shouldNameOptionsThatTheContainerDoesWithout() throws Exception {
    List<String> options = List.of("-verbose:gc", "-Xlog:gc*");
    Outcome outcome = run(new JvmRequest(List.of(), List.of(), OutOfMemory.GO_ON, options));

    assertThat(outcome.stderr())
        .isEqualTo("hpc-reuse: without effect in a slot: -verbose:gc -Xlog:gc*\n");
  }

  @ParameterizedTest
  @CsvSource({"TERM, 143", "KILL, 137", "EXIT, 3"})
  void shouldEndAContainerAsItsCommandSaysWhenMemoryRunsOut(OutOfMemory end, int status)
      throws Exception {
    POOL.awaitAllFree();
    JvmRequest request = new JvmRequest(List.of(), List.of(), end, List.of());
    Outcome outcome =
        POOL.run(POOL.container(Exits.class).arguments("out-of-memory-goes-on", "0").jvm(request));

    assertThat(outcome.status()).as(outcome.stderr()).isEqualTo(status);
    assertThat(run(JvmRequest.NONE).status()).isZero();
  }
}
