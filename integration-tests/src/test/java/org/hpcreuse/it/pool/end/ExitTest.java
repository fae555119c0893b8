/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.pool.end;

import static org.assertj.core.api.Assertions.assertThat;

import org.hpcreuse.it.harness.EnabledOnNewestJdk;
import org.hpcreuse.it.harness.NewestJdk;
import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.Outcome;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.it.program.end.Exits;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@link ExitCases} in two slots and a spare; the containers use slots up. */
class ExitTest {
  private static PoolExtension twoSlots(Mpi mpi) {
    return PoolExtension.with(mpi).set(Options.SLOTS, "2x256").set(Options.SPARES, "1").own();
  }

  @Nested
  class Ranks extends ExitCases {
    Ranks() {
      super(twoSlots(Mpi.OPEN_MPI));
    }
  }

  @Nested
  @Tag("many-jobs")
  class Plain extends ExitCases {
    Plain() {
      super(twoSlots(Mpi.NONE));
    }
  }

  @Nested
  @EnabledOnNewestJdk
  @Tag("many-jobs")
  class WithNewestJdk extends ExitCases {
    WithNewestJdk() {
      super(twoSlots(Mpi.NONE).set(Options.JAVA_HOME, NewestJdk.home()));
    }

    @Test
    void shouldEndWhenAVirtualThreadExits() throws Exception {
      Outcome outcome = pool.run(pool.container(Exits.class).arguments("virtual-thread", "18"));

      assertThat(outcome.status()).as(outcome.stderr()).isEqualTo(18);
    }
  }
}
