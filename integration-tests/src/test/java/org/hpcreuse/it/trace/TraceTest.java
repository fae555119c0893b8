/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.trace;

import static org.assertj.core.api.Assertions.assertThat;

import org.hpcreuse.it.harness.EnabledOnNewestJdk;
import org.hpcreuse.it.harness.NewestJdk;
import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.Outcome;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.it.program.leave.Traces;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@link TraceCases} in each kind of slot. */
class TraceTest {
  @Nested
  class Ranks extends TraceCases {
    Ranks() {
      super(PoolExtension.with(Mpi.OPEN_MPI));
    }
  }

  @Nested
  @Tag("many-jobs")
  class Plain extends TraceCases {
    Plain() {
      super(PoolExtension.with(Mpi.NONE));
    }
  }

  @Nested
  @EnabledOnNewestJdk
  @Tag("many-jobs")
  class WithNewestJdk extends TraceCases {
    WithNewestJdk() {
      super(PoolExtension.with(Mpi.NONE).set(Options.JAVA_HOME, NewestJdk.home()));
    }
  }

  @Nested
  class WithFullIsolation extends TraceCases {
    WithFullIsolation() {
      super(PoolExtension.with(Mpi.NONE).set(Options.ISOLATION, "full"));
    }

    @Override
    int containers() {
      return 6;
    }
  }

  @Nested
  @Tag("many-jobs")
  class WithSingleUse extends TraceCases {
    WithSingleUse() {
      super(
          PoolExtension.with(Mpi.NONE)
              .set(Options.SPARES, "1")
              .set(Options.ISOLATION, "single-use"));
    }

    @Override
    int containers() {
      return 6;
    }
  }

  /** Its own: loaders of the classes of other tests would count. */
  @Nested
  class WithKeptCode extends TraceCases {
    WithKeptCode() {
      super(PoolExtension.with(Mpi.NONE).set(Options.USER_CODE, "kept").own());
    }

    private static final int SHARING = 25;

    @Test
    void shouldShowAJvmLikeTheOneBeforeToAllThatShareTheClasses() throws Exception {
      pool.nextApplication();
      Outcome first = traces("show");

      for (int i = 0; i < SHARING; i++) {
        assertThat(traces("leave").status()).isZero();
        assertThat(traces("show").lines()).isEqualTo(first.lines());
      }

      long shared =
          pool.slotLogs().lines().filter(line -> line.contains(" uses the classes of ")).count();
      assertThat(shared).isGreaterThanOrEqualTo(2 * SHARING);
    }

    private Outcome traces(String what) throws Exception {
      return pool.run(pool.container(Traces.class).arguments(what));
    }
  }
}
