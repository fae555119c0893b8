/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.pool.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.Outcome;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.it.program.leave.ManyReferences;
import org.hpcreuse.it.program.leave.SelectsAsNetty;
import org.hpcreuse.protocol.program.JvmRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A thread that never ends would hold what the compiled code names in which it waits. */
class CompiledLoopsTest {
  @RegisterExtension static final PoolExtension POOL = PoolExtension.with(Mpi.NONE);

  @Test
  void shouldLetGoOfALoaderThatHasMadeManyReferences() throws Exception {
    assertNothingIsHeld(
        POOL.run(POOL.container(ManyReferences.class).arguments("1000000")), "queued true");
  }

  /** The slot waits for the manager in a selector, too. */
  @Test
  void shouldLetGoOfALoaderWhoseContainerHasSelectedOften() throws Exception {
    JvmRequest opens =
        new JvmRequest(
            List.of("java.base/sun.nio.ch"), List.of(), JvmRequest.OutOfMemory.GO_ON, List.of());
    assertNothingIsHeld(
        POOL.run(POOL.container(SelectsAsNetty.class).arguments("500000").jvm(opens)),
        "selected 500000");
  }

  private static void assertNothingIsHeld(Outcome outcome, String done) throws Exception {
    assertThat(outcome.stdout()).as(outcome.stderr()).contains(done);
    POOL.awaitAllFree();
    List<JsonNode> slots = POOL.audit();
    assertThat(slots).hasSize(1);
    assertThat(slots.get(0).get("error").asText()).isEmpty();
    assertThat(slots.get(0).get("liveLoaders").asInt()).as(slots.get(0).toPrettyString()).isZero();
  }
}
