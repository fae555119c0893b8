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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@link ExitCases} in slots that run on a JDK without a SecurityManager. */
@EnabledOnNewestJdk
@Tag("many-jobs")
class ExitNewestJdkTest extends ExitCases {
  @RegisterExtension
  static final PoolExtension POOL =
      PoolExtension.with(Mpi.NONE)
          .set(Options.JAVA_HOME, NewestJdk.home())
          .set(Options.SLOTS, "2x256")
          .set(Options.SPARES, "1");

  @Override
  PoolExtension pool() {
    return POOL;
  }

  @Test
  void shouldEndWhenAVirtualThreadExits() throws Exception {
    Outcome outcome = pool().run(pool().container(Exits.class).arguments("virtual-thread", "18"));

    assertThat(outcome.status()).as(outcome.stderr()).isEqualTo(18);
  }
}
