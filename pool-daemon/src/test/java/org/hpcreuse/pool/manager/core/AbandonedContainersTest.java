/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.hpcreuse.pool.manager.state.PoolSettings;
import org.hpcreuse.protocol.ContainerSignal;
import org.hpcreuse.protocol.wire.Message;
import org.junit.jupiter.api.Test;

/** Containers whose NodeManager has gone. */
final class AbandonedContainersTest {
  private static final PoolSettings ONE = CoreDriver.settings("1x512", 0);
  private static final long BOUND_MS = ONE.orphanMs();
  private static final int EXECUTOR = 1;

  private final CoreDriver pool = CoreDriver.reported(ONE);

  private Message.Assigned running() {
    pool.launch(EXECUTOR, "a", 256, 1_000);
    Message.Assigned given = pool.assigned(EXECUTOR);
    pool.slot(0, new Message.Running(given.lease(), 5));
    return given;
  }

  private List<Message.SignalLease> signals() {
    return pool.sent(CoreDriver.connectionOf(0), Message.SignalLease.class);
  }

  @Test
  void shouldEndAContainerThatNobodyTakesUp() {
    Message.Assigned given = running();
    pool.took(pool.core.closed(CoreDriver.executor(EXECUTOR)));

    pool.pass(BOUND_MS - 1);
    assertThat(signals()).isEmpty();
    pool.pass(1);

    assertThat(signals())
        .containsExactly(new Message.SignalLease(given.lease(), ContainerSignal.KILL));
    pool.pass(1);
    assertThat(signals()).hasSize(1);
  }

  @Test
  void shouldCountAnewFromEachLossOfTheNodeManager() {
    running();
    pool.took(pool.core.closed(CoreDriver.executor(EXECUTOR)));
    pool.pass(BOUND_MS - 1);
    pool.executor(2, new Message.Reattach("a"));
    pool.pass(BOUND_MS);
    assertThat(signals()).isEmpty();
    pool.took(pool.core.closed(CoreDriver.executor(2)));

    pool.pass(BOUND_MS - 1);

    assertThat(signals()).isEmpty();
    pool.pass(1);
    assertThat(signals()).hasSize(1);
  }

  @Test
  void shouldEndAContainerThatNobodyTakesUpAfterAManagerHasDied() {
    Message.Assigned given = running();
    CoreDriver next = pool.successor(ONE);
    next.slot(
        0,
        new Message.SlotReturn(
            new Message.SlotHello(0, 512, "Open MPI 4.1.4", "process.log", ""),
            List.of(new Message.SlotReturn.LastLease(given.lease(), "a", "/w"))));

    next.pass(BOUND_MS);

    assertThat(next.last(CoreDriver.connectionOf(0), Message.SignalLease.class))
        .isEqualTo(new Message.SignalLease(given.lease(), ContainerSignal.KILL));
  }

  /** An executor may have told an earlier manager that it has taken it. */
  @Test
  void shouldForgetAStatusThatNobodyTakes() {
    Message.Assigned given = running();
    pool.slot(0, new Message.Exited("a", given.lease(), 0, "", 5, 6));
    pool.slot(0, new Message.Released(given.lease(), "", 1, 0));
    pool.took(pool.core.closed(CoreDriver.executor(EXECUTOR)));

    pool.pass(BOUND_MS - 1);
    assertThat(pool.sent(CoreDriver.connectionOf(0), Message.Collected.class)).isEmpty();
    pool.pass(1);

    assertThat(pool.last(CoreDriver.connectionOf(0), Message.Collected.class))
        .isEqualTo(new Message.Collected("a", given.lease()));
  }
}
