/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.pool;

import static org.assertj.core.api.Assertions.assertThat;

import org.hpcreuse.it.harness.Gate;
import org.hpcreuse.it.harness.pool.CommandLine;
import org.hpcreuse.it.harness.pool.Launched;
import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.it.program.Turnstile;
import org.hpcreuse.protocol.ExitCodes;
import org.hpcreuse.protocol.FallbackReason;
import org.hpcreuse.protocol.wire.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A pool that is drained finishes what runs and begins nothing, until that is undone. */
class DrainTest {
  @RegisterExtension static final PoolExtension POOL = PoolExtension.with(Mpi.NONE);

  @Test
  void shouldFinishWhatRunsAndDeclineWhatComesUntilUndone() throws Exception {
    try (Gate gate = new Gate()) {
      Launched running = POOL.launch(POOL.container(Turnstile.class).arguments(gate.address()));
      gate.awaitArrival();
      assertThat(POOL.ask(new Message.Drain(20))).isInstanceOf(Message.Refused.class);

      Launched late = POOL.launch(POOL.container(Turnstile.class).arguments(gate.address()));

      assertThat(late.declined().reason()).isEqualTo(FallbackReason.DRAINING);
      gate.open();
      assertThat(running.outcome().status()).isZero();
      assertThat(POOL.ask(new Message.Drain(30_000))).isInstanceOf(Message.Text.class);
      assertThat(POOL.status().at("/pool/draining").asBoolean()).isTrue();

      CommandLine undone = CommandLine.run(POOL, "drain", "--undo");

      assertThat(undone.text()).contains("takes containers again; 1 of 1 slots");
      assertThat(undone.status()).isZero();
      Launched again = POOL.launch(POOL.container(Turnstile.class).arguments(gate.address()));
      gate.awaitArrival();
      gate.open();
      assertThat(again.outcome().status()).isZero();
      CommandLine twice = CommandLine.run(POOL, "drain", "--undo");
      assertThat(twice.text()).contains("no drain is in force, nothing to undo");
      assertThat(twice.status()).isEqualTo(ExitCodes.FAILED);
    }
  }
}
