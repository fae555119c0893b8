/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.pool.end;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.hpcreuse.it.harness.EnabledOnNewestJdk;
import org.hpcreuse.it.harness.Gate;
import org.hpcreuse.it.harness.NewestJdk;
import org.hpcreuse.it.harness.Waits;
import org.hpcreuse.it.harness.pool.Launched;
import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.Outcome;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.it.program.UsesMpi;
import org.hpcreuse.protocol.ContainerSignal;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@link SignalCases} in one slot with two spares; the tests kill slots. */
class SignalTest {
  private static PoolExtension oneSlot(Mpi mpi) {
    return PoolExtension.with(mpi).set(Options.SPARES, "2").own();
  }

  @Nested
  class Ranks extends SignalCases {
    Ranks() {
      super(oneSlot(Mpi.OPEN_MPI));
    }

    @Test
    @Tag("many-jobs")
    void shouldReplaceTheSlotOfAContainerThatWaitsForAMessageForEver() throws Exception {
      try (Gate gate = new Gate()) {
        awaitRank();
        Launched waiting =
            pool.launch(pool.container(UsesMpi.class).arguments("receive", gate.address()));
        gate.awaitPassing();

        pool.signal(waiting.container().id(), ContainerSignal.KILL);

        Outcome killed = waiting.outcome();
        assertThat(killed.status()).isEqualTo(137);
        awaitRank();
        assertThat(pool.run(pool.container(UsesMpi.class).arguments("normal")).status()).isZero();
        JsonNode check = pool.mpiCheck();
        assertThat(check.get("ok").asBoolean()).as(check.toString()).isTrue();
      }
    }

    /** Other tests have used ranks up; they are renewed when the pool is idle. */
    private void awaitRank() {
      Waits.until("the slot to be a free rank")
          .atMost(Waits.START)
          .until(() -> pool.slot(0).get("mpi").asBoolean() && pool.isReady());
    }
  }

  @Nested
  @Tag("many-jobs")
  class Plain extends SignalCases {
    Plain() {
      super(oneSlot(Mpi.NONE));
    }
  }

  @Nested
  @EnabledOnNewestJdk
  @Tag("many-jobs")
  class WithNewestJdk extends SignalCases {
    WithNewestJdk() {
      super(oneSlot(Mpi.NONE).set(Options.JAVA_HOME, NewestJdk.home()));
    }
  }
}
