/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.hpcreuse.pool.manager.state.Action;
import org.hpcreuse.protocol.Bounds;
import org.hpcreuse.protocol.ContainerSignal;
import org.hpcreuse.protocol.FallbackReason;
import org.hpcreuse.protocol.wire.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ContainerEndTest {
  private static final long KILL_MS = Bounds.kill(2_000).toMillis();

  private final CoreDriver pool = CoreDriver.reported(CoreDriver.settings("1x512", 1));

  private long launch() {
    pool.launch(1, "a", 256, 0);
    return pool.assigned(1).lease();
  }

  @Test
  void shouldPassExitStatusOnAndForgetItWhenCollected() {
    long lease = launch();
    pool.slot(0, new Message.Running(lease, 5));
    pool.slot(0, new Message.Exited("a", lease, 3, "", 5, 6));
    assertThat(pool.last(1, Message.Exited.class).status()).isEqualTo(3);

    pool.executor(1, new Message.Collected("a", lease));

    pool.executor(2, new Message.Reattach("a"));
    assertThat(pool.last(2, Message.Declined.class).reason())
        .isEqualTo(FallbackReason.UNKNOWN_CONTAINER);
  }

  @Test
  void shouldKeepAStatusWhenThatOfAnEarlierStartHasBeenTaken() {
    long lease = launch();
    pool.slot(0, new Message.Running(lease, 5));
    pool.slot(0, new Message.Exited("a", lease, 3, "", 5, 6));

    pool.executor(1, new Message.Collected("a", lease - 1));

    pool.executor(2, new Message.Reattach("a"));
    assertThat(pool.last(2, Message.Exited.class).status()).isEqualTo(3);
  }

  @Test
  void shouldNotLookForProcessesOfAContainerWhoseStatusIsOut() {
    long lease = launch();
    long pid = pool.assigned(1).slotPid();
    pool.slot(0, new Message.Running(lease, 5));
    assertThat(pool.core.containerOf(pid)).isPresent();

    pool.slot(0, new Message.Exited("a", lease, 3, "", 5, 6));

    // It may run again, elsewhere, while this slot still cleans up.
    assertThat(pool.core.containerOf(pid)).isEmpty();
  }

  @Test
  void shouldKeepContainerRunningWhenExecutorHangsUpAndHandItToTheNext() {
    long lease = launch();
    pool.took(pool.core.closed(CoreDriver.executor(1)));

    pool.executor(2, new Message.Reattach("a"));
    assertThat(pool.assigned(2).lease()).isEqualTo(lease);

    pool.slot(0, new Message.Exited("a", lease, 0, "", 5, 6));
    assertThat(pool.sent(1, Message.Exited.class)).isEmpty();
    assertThat(pool.last(2, Message.Exited.class).lease()).isEqualTo(lease);
  }

  @Test
  void shouldKeepExitStatusUntilSomeoneReattaches() {
    long lease = launch();
    pool.took(pool.core.closed(CoreDriver.executor(1)));
    pool.slot(0, new Message.Exited("a", lease, 7, "", 5, 6));

    pool.executor(2, new Message.Reattach("a"));

    assertThat(pool.last(2, Message.Exited.class).status()).isEqualTo(7);
  }

  @ParameterizedTest
  @CsvSource({"TERM,143", "KILL,137"})
  void shouldEndAWaitingContainerWhenSignalled(ContainerSignal signal, int status) {
    launch();
    pool.launch(2, "b", 256, 60_000);

    pool.executor(3, new Message.Signal("b", signal));

    assertThat(pool.sent(3, Message.Done.class)).hasSize(1);
    Message.Exited exited = pool.last(2, Message.Exited.class);
    assertThat(exited.status()).isEqualTo(status);
    assertThat(exited.diagnostics()).isEqualTo("killed before it got a slot");
  }

  @Test
  void shouldAnswerTheNullSignalByWhetherTheContainerLives() {
    long lease = launch();
    pool.executor(2, new Message.Signal("a", ContainerSignal.NULL));
    pool.executor(3, new Message.Signal("nobody", ContainerSignal.NULL));
    pool.slot(0, new Message.Exited("a", lease, 0, "", 5, 6));
    pool.executor(4, new Message.Signal("a", ContainerSignal.NULL));

    assertThat(pool.sent(2, Message.Done.class)).hasSize(1);
    assertThat(pool.sent(3, Message.Refused.class)).hasSize(1);
    assertThat(pool.sent(4, Message.Refused.class)).hasSize(1);
    assertThat(pool.sent(CoreDriver.connectionOf(0), Message.SignalLease.class)).isEmpty();
  }

  @Test
  void shouldNotTouchTheNextContainerWhenALateSignalComes() {
    pool.finish(leaseOf(launch()), 0, "", 0);
    pool.launch(2, "b", 256, 0);

    pool.executor(3, new Message.Signal("a", ContainerSignal.KILL));

    assertThat(pool.sent(3, Message.Refused.class)).hasSize(1);
    assertThat(pool.sent(CoreDriver.connectionOf(0), Message.SignalLease.class)).isEmpty();
    pool.pass(10_000);
    assertThat(pool.all(Action.Kill.class)).isEmpty();
  }

  private Message.Assigned leaseOf(long lease) {
    assertThat(pool.assigned(1).lease()).isEqualTo(lease);
    return pool.assigned(1);
  }

  @Test
  void shouldKillTheSlotWhenKillIsNotObeyedAndReportOnlyWhenItIsGone() {
    long lease = launch();
    pool.slot(0, new Message.Running(lease, 5));
    pool.executor(2, new Message.Signal("a", ContainerSignal.KILL));
    assertThat(pool.last(CoreDriver.connectionOf(0), Message.SignalLease.class).signal())
        .isEqualTo(ContainerSignal.KILL);

    // The slot cuts the container off for up to 2.5 s, and then ends its threads for as long.
    pool.pass(5_000);
    assertThat(pool.all(Action.Kill.class)).isEmpty();
    pool.pass(KILL_MS - 5_000);
    assertThat(pool.all(Action.Kill.class)).containsExactly(new Action.Kill(CoreDriver.pidOf(0)));
    assertThat(pool.sent(1, Message.Exited.class)).as("not gone yet").isEmpty();

    pool.gone(0);
    assertThat(pool.last(1, Message.Exited.class).status()).isEqualTo(137);
    assertThat(pool.last(1, Message.Exited.class).diagnostics()).contains("killed on request");
    List<Action> next = pool.launch(4, "b", 256, 0);
    assertThat(CoreDriver.sentIn(next, 4, Message.Assigned.class).get(0).slotPid())
        .as("the spare")
        .isEqualTo(CoreDriver.pidOf(1));
  }

  @Test
  void shouldReportDeathOfTheSlotHonestlyWhenItsConnectionCloses() {
    long lease = launch();
    pool.slot(0, new Message.Running(lease, 5));

    pool.took(pool.core.closed(CoreDriver.slotCaller(0)));
    assertThat(pool.all(Action.Kill.class)).containsExactly(new Action.Kill(CoreDriver.pidOf(0)));
    assertThat(pool.sent(1, Message.Exited.class)).isEmpty();

    pool.gone(0);
    Message.Exited exited = pool.last(1, Message.Exited.class);
    assertThat(exited.status()).isEqualTo(137);
    assertThat(exited.diagnostics())
        .contains("slot 0", "pid " + CoreDriver.pidOf(0), "log process.log");
    assertThat(exited.runningAtMs()).isEqualTo(5);
  }

  @Test
  void shouldNotBelieveAnExitThatComesAfterTheSlotWasKilled() {
    long lease = launch();
    pool.executor(2, new Message.Signal("a", ContainerSignal.KILL));
    pool.pass(KILL_MS);

    pool.slot(0, new Message.Exited("a", lease, 0, "", 5, 6));
    pool.gone(0);

    assertThat(pool.sent(1, Message.Exited.class)).hasSize(1);
    assertThat(pool.last(1, Message.Exited.class).status()).isEqualTo(137);
  }
}
