/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.pool.end;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.hpcreuse.it.harness.Gate;
import org.hpcreuse.it.harness.Waits;
import org.hpcreuse.it.harness.pool.Launched;
import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.Outcome;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.it.program.UsesMpi;
import org.hpcreuse.protocol.ContainerSignal;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@link SignalCases} in slots that are MPI ranks. */
class SignalOpenMpiTest extends SignalCases {
  @RegisterExtension
  static final PoolExtension POOL =
      PoolExtension.with(Mpi.OPEN_MPI).set(Options.SLOTS, "1x256").set(Options.SPARES, "2");

  @Override
  PoolExtension pool() {
    return POOL;
  }

  @Test
  @Tag("many-jobs")
  void shouldReplaceTheSlotOfAContainerThatWaitsForAMessageForEver() throws Exception {
    try (Gate gate = new Gate()) {
      awaitRank();
      Launched waiting =
          POOL.launch(POOL.container(UsesMpi.class).arguments("receive", gate.address()));
      gate.awaitPassing();

      POOL.signal(waiting.container().id(), ContainerSignal.KILL);

      Outcome killed = waiting.outcome();
      assertThat(killed.status()).isEqualTo(137);
      awaitRank();
      assertThat(POOL.run(POOL.container(UsesMpi.class).arguments("normal")).status()).isZero();
      JsonNode check = POOL.mpiCheck();
      assertThat(check.get("ok").asBoolean()).as(check.toString()).isTrue();
    }
  }

  /** Other tests have used ranks up; they are renewed when the pool is idle. */
  private static void awaitRank() {
    Waits.until("the slot to be a free rank")
        .atMost(Waits.START)
        .until(() -> POOL.slot(0).get("mpi").asBoolean() && POOL.isReady());
  }
}
