/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.trace;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.hpcreuse.it.harness.Installation;
import org.hpcreuse.it.harness.UnprivilegedJava;
import org.hpcreuse.it.harness.Waits;
import org.hpcreuse.it.harness.pool.Container;
import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.Outcome;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.it.program.leave.LowersHardLimit;
import org.hpcreuse.it.program.leave.Renices;
import org.hpcreuse.it.program.leave.Traces;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A slot whose process has given up what it cannot get back is not used again. */
class GivenUpForGoodTest {
  @RegisterExtension
  static final PoolExtension POOL =
      PoolExtension.with(Mpi.NONE)
          .set(Options.SPARES, "1")
          .set(Options.JAVA_HOME, UnprivilegedJava.home(GivenUpForGoodTest.class));

  @ParameterizedTest
  @ValueSource(classes = {LowersHardLimit.class, Renices.class})
  void shouldRetireTheSlot(Class<?> program) throws Exception {
    JsonNode before = POOL.status().get("retirements");

    Container container = POOL.container(program).withFramework(Installation.hadoopJars());
    Outcome left = POOL.run(container);

    assertThat(left.status()).as(left.stderr()).isZero();
    Waits.until("retirement of the slot")
        .until(() -> !POOL.status().get("retirements").equals(before));
    Container next = POOL.container(Traces.class).arguments("show");
    assertThat(POOL.run(next).assigned().slotPid()).isNotEqualTo(left.assigned().slotPid());
  }
}
