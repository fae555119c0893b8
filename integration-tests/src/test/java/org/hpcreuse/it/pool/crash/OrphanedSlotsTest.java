/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.pool.crash;

import static org.assertj.core.api.Assertions.assertThat;

import org.hpcreuse.it.harness.Gate;
import org.hpcreuse.it.harness.Waits;
import org.hpcreuse.it.harness.pool.Launched;
import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.it.program.end.Children;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Slots whose manager does not come back end, with their containers and what those have started.
 */
class OrphanedSlotsTest {
  /** Its own: the test kills the manager. */
  @RegisterExtension
  static final PoolExtension POOL =
      PoolExtension.with(Mpi.NONE).set(Options.RECONNECT_MS, "1000").own();

  @Test
  void shouldEndAndLetTheNextManagerStartAfresh() throws Exception {
    try (Gate gate = new Gate()) {
      Launched parent = POOL.launch(POOL.container(Children.class).arguments(gate.address()));
      gate.awaitArrival();
      long stranger = Long.parseLong(parent.soFar().value("stranger"));

      POOL.killManager();

      Waits.until("the slot to end")
          .until(() -> ProcessHandle.of(parent.assigned().slotPid()).isEmpty());
      assertThat(ProcessHandle.of(stranger)).isEmpty();
    }
    POOL.startManager();
    POOL.awaitAllFree();
  }
}
