/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.pool.audit;

import static org.assertj.core.api.Assertions.assertThat;

import org.hpcreuse.it.harness.EnabledOnNewestJdk;
import org.hpcreuse.it.harness.NewestJdk;
import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.Outcome;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.it.program.leave.LoadsForeignLibrary;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A native library that a container leaves loaded costs the slot its process. */
@EnabledOnNewestJdk
class ForeignLibrariesTest {
  @RegisterExtension
  static final PoolExtension POOL =
      PoolExtension.with(Mpi.NONE).set(Options.JAVA_HOME, NewestJdk.home());

  private static long load(String arena) throws Exception {
    Outcome outcome = POOL.run(POOL.container(LoadsForeignLibrary.class).arguments(arena));
    assertThat(outcome.stdout()).as(outcome.stderr()).isEqualTo("loaded " + arena + "\n");
    POOL.awaitAllFree();
    return outcome.assigned().slotPid();
  }

  @Test
  void shouldReplaceTheSlotUnlessTheArenaWasClosed() throws Exception {
    long first = load("confined");
    assertThat(load("global")).isEqualTo(first);

    assertThat(load("confined")).isNotEqualTo(first);
    assertThat(POOL.slotLogs()).contains("native libraries of the container are loaded", "libcopy");
  }
}
