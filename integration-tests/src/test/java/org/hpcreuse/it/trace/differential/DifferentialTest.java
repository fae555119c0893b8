/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.trace.differential;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.hpcreuse.it.harness.EnabledOnNewestJdk;
import org.hpcreuse.it.harness.NewestJdk;
import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@link DifferentialCases} in each kind of slot, fresh at first. */
class DifferentialTest {
  private static PoolExtension slot(Mpi mpi) {
    return PoolExtension.with(mpi).set(Options.RETIRE_OUT_OF_MEMORY, "false").own();
  }

  @Nested
  class Plain extends DifferentialCases {
    Plain() {
      super(slot(Mpi.NONE));
    }
  }

  @Nested
  @Tag("many-jobs")
  class Ranks extends DifferentialCases {
    Ranks() {
      super(slot(Mpi.OPEN_MPI));
    }

    @Override
    List<AllowedDifferences.Rule> rulesOfSlot() {
      return AllowedDifferences.RANK.rules();
    }
  }

  @Nested
  @EnabledOnNewestJdk
  @Tag("many-jobs")
  class WithNewestJdk extends DifferentialCases {
    WithNewestJdk() {
      super(slot(Mpi.NONE).set(Options.JAVA_HOME, NewestJdk.home()));
    }
  }

  @Nested
  @Tag("many-jobs")
  class WithFullIsolation extends DifferentialCases {
    WithFullIsolation() {
      super(slot(Mpi.NONE).set(Options.ISOLATION, "full"));
    }

    @Override
    AllowedDifferences secondContainer() {
      return AllowedDifferences.LOADED_AGAIN;
    }

    @Override
    AllowedDifferences containers() {
      return AllowedDifferences.LOADED_AGAIN;
    }
  }

  @Nested
  @Tag("many-jobs")
  class WithSingleUse extends DifferentialCases {
    WithSingleUse() {
      super(slot(Mpi.NONE).set(Options.SPARES, "1").set(Options.ISOLATION, "single-use"));
    }

    @Override
    AllowedDifferences secondContainer() {
      return AllowedDifferences.OTHER_PROCESS;
    }

    @Override
    AllowedDifferences containers() {
      return AllowedDifferences.OTHER_PROCESS;
    }
  }

  /** Probe and hostiles share their classes. */
  @Nested
  class WithKeptCode extends DifferentialCases {
    WithKeptCode() {
      super(slot(Mpi.NONE).set(Options.USER_CODE, "kept"));
    }

    @Override
    AllowedDifferences secondContainer() {
      return AllowedDifferences.SECOND_KEPT;
    }

    @Override
    AllowedDifferences containers() {
      return AllowedDifferences.KEPT;
    }

    /** Otherwise the probes have shown nothing. */
    @Test
    @Order(3)
    void shouldHaveSharedTheClassesOfMostHostiles() throws Exception {
      long shared =
          pool.slotLogs().lines().filter(line -> line.contains(" uses the classes of ")).count();
      assertThat(shared).isGreaterThan(hostiles().count() / 2);
    }
  }
}
