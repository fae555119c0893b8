/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.pool.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.Set;
import org.hpcreuse.it.harness.EnabledOnNewestJdk;
import org.hpcreuse.it.harness.NewestJdk;
import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.Outcome;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.it.program.hostile.AbusesThreads.LeavesVirtualPools;
import org.hpcreuse.it.program.hostile.AbusesThreads.LeavesVirtualThreads;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Virtual threads end with their container, and the next one has its own. */
@EnabledOnNewestJdk
class VirtualThreadsTest {
  @RegisterExtension
  static final PoolExtension POOL =
      PoolExtension.with(Mpi.NONE).set(Options.JAVA_HOME, NewestJdk.home());

  @ParameterizedTest
  @ValueSource(classes = {LeavesVirtualThreads.class, LeavesVirtualPools.class})
  void shouldLeaveNoneBehindAndRunThoseOfTheNextContainer(Class<?> program) throws Exception {
    Set<Long> pids = new HashSet<>();
    for (int container = 0; container < 3; container++) {
      Outcome outcome = POOL.run(POOL.container(program));

      assertThat(outcome.stdout()).as(outcome.stderr()).isEqualTo("virtual threads run\n");
      pids.add(outcome.assigned().slotPid());
    }
    POOL.awaitAllFree();
    assertThat(pids).as(POOL.slotLogs()).hasSize(1);
    JsonNode audit = POOL.audit().get(0);
    assertThat(audit.get("residue")).as(audit.toString()).isEmpty();
    assertThat(audit.get("liveLoaders").asInt()).isZero();
  }
}
