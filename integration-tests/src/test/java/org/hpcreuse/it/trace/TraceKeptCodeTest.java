/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.trace;

import static org.assertj.core.api.Assertions.assertThat;

import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.Outcome;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.it.program.leave.Traces;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@link TraceCases} in slots that keep a user's classes. */
class TraceKeptCodeTest extends TraceCases {
  private static final int SHARING = 25;

  @RegisterExtension
  static final PoolExtension POOL =
      PoolExtension.with(Mpi.NONE)
          .set(Options.SLOTS, "1x256")
          .set(Options.SPARES, "0")
          .set(Options.USER_CODE, "kept");

  @Override
  PoolExtension pool() {
    return POOL;
  }

  @Test
  void shouldShowAJvmLikeTheOneBeforeToAllThatShareTheClasses() throws Exception {
    POOL.nextApplication();
    Outcome first = traces("show");

    for (int i = 0; i < SHARING; i++) {
      assertThat(traces("leave").status()).isZero();
      assertThat(traces("show").lines()).isEqualTo(first.lines());
    }

    long shared =
        POOL.slotLogs().lines().filter(line -> line.contains(" uses the classes of ")).count();
    assertThat(shared).isGreaterThanOrEqualTo(2 * SHARING);
  }

  private static Outcome traces(String what) throws Exception {
    return POOL.run(POOL.container(Traces.class).arguments(what));
  }
}
