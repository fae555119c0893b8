/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.hpcreuse.pool.manager.slots.Recovery;
import org.hpcreuse.pool.manager.state.Action;
import org.hpcreuse.pool.manager.state.PoolSettings;
import org.hpcreuse.protocol.ContainerSignal;
import org.hpcreuse.protocol.FallbackReason;
import org.hpcreuse.protocol.wire.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A manager that comes after one that died. */
final class RecoveryTest {
  private static final PoolSettings TWO = CoreDriver.settings("2x512", 0, "none", 0, 8);
  private static final int EXECUTOR = 1;

  private final CoreDriver first = startedAndReported();

  private static CoreDriver startedAndReported() {
    CoreDriver driver = new CoreDriver(TWO);
    for (int number = 0; number < 2; number++) {
      driver.started(number);
      driver.report(number, 512, false);
    }
    return driver;
  }

  private static Message.SlotReturn back(int number, Message.Assigned... leases) {
    return new Message.SlotReturn(
        new Message.SlotHello(number, 512, "", "process.log", ""),
        List.of(leases).stream()
            .map(a -> new Message.SlotReturn.LastLease(a.lease(), a.containerId(), "/w"))
            .toList());
  }

  private Message.Assigned running(String container) {
    first.launch(EXECUTOR, container, 256, 1_000);
    return first.assigned(EXECUTOR);
  }

  @Test
  void shouldTakeUpARunningContainer() {
    Message.Assigned given = running("a");
    int number = (int) (given.slotPid() - CoreDriver.pidOf(0));
    CoreDriver next = first.successor(TWO);
    next.executor(EXECUTOR, new Message.Reattach("a"));
    assertThat(next.sent(EXECUTOR, Message.class)).isEmpty();

    next.slot(number, back(number, given));
    next.slot(number, new Message.Running(given.lease(), 5));
    next.slot(1 - number, back(1 - number));

    assertThat(next.assigned(EXECUTOR)).isEqualTo(given);
    next.slot(number, new Message.Exited("a", given.lease(), 3, "", 5, 6));
    assertThat(next.last(EXECUTOR, Message.Exited.class).status()).isEqualTo(3);
    next.slot(number, new Message.Released(given.lease(), "", 1, 0));
    next.launch(2, "b", 256, 1_000);
    next.launch(3, "c", 256, 1_000);
    assertThat(next.assigned(2).slotPid()).isNotEqualTo(next.assigned(3).slotPid());
    assertThat(next.all(Action.StartSlot.class)).isEmpty();
  }

  /** The earlier manager died before it heard, or before it told the slot. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldForgetAStatusThatHasBeenTakenFromAnEarlierManager(boolean beforeTheSlotIsBack) {
    Message.Assigned given = running("a");
    int number = (int) (given.slotPid() - CoreDriver.pidOf(0));
    CoreDriver next = first.successor(TWO);
    Message.Collected taken = new Message.Collected("a", given.lease());
    if (beforeTheSlotIsBack) {
      next.executor(EXECUTOR, taken);
      next.took(next.core.closed(CoreDriver.executor(EXECUTOR)));
    }
    next.slot(number, back(number, given));
    next.slot(1 - number, back(1 - number));
    next.slot(number, new Message.Exited("a", given.lease(), 3, "", 5, 6));
    if (!beforeTheSlotIsBack) {
      next.executor(EXECUTOR, taken);
    }

    assertThat(next.last(CoreDriver.connectionOf(number), Message.Collected.class))
        .isEqualTo(taken);
    next.executor(2, new Message.Reattach("a"));
    assertThat(next.last(2, Message.Declined.class).reason())
        .isEqualTo(FallbackReason.UNKNOWN_CONTAINER);
  }

  @Test
  void shouldAnswerForASlotThatTheKernelDoesNotEnd() {
    running("a");
    CoreDriver next = first.successor(TWO);
    next.executor(EXECUTOR, new Message.Reattach("a"));
    next.pass(Recovery.RETURN_MS);
    assertThat(next.sent(EXECUTOR, Message.class)).isEmpty();

    next.pass(Recovery.KILLED_MS);

    assertThat(next.last(EXECUTOR, Message.Declined.class).reason())
        .isEqualTo(FallbackReason.UNKNOWN_CONTAINER);
  }

  @Test
  void shouldSayThatASlotThatHasComeBackHasNeverGotAContainer() {
    Message.Assigned given = running("a");
    int number = (int) (given.slotPid() - CoreDriver.pidOf(0));
    CoreDriver next = first.successor(TWO);
    Message.Reattach question = new Message.Reattach("a", given.lease(), given.slotPid());
    next.executor(EXECUTOR, question);

    next.slot(number, back(number)); // the manager died before it sent Run
    next.slot(1 - number, back(1 - number));

    Message.Declined answer = next.last(EXECUTOR, Message.Declined.class);
    assertThat(answer.reason()).isEqualTo(FallbackReason.UNKNOWN_CONTAINER);
    assertThat(answer.lease()).isEqualTo(given.lease());
  }

  @Test
  void shouldNotKnowWhatASlotHadThatIsGoneOrHasHadALaterContainer() {
    Message.Assigned given = running("a");
    int number = (int) (given.slotPid() - CoreDriver.pidOf(0));
    Message.SlotHello hello = new Message.SlotHello(1 - number, 512, "", "process.log", "");
    CoreDriver next = first.successor(TWO);
    next.slot(1 - number, new Message.SlotReturn(hello, List.of(), given.lease() + 1));
    next.gone(number);

    next.executor(EXECUTOR, new Message.Reattach("a", given.lease(), given.slotPid()));
    next.executor(2, new Message.Reattach("b", given.lease(), CoreDriver.pidOf(1 - number)));

    assertThat(next.last(EXECUTOR, Message.Declined.class).lease()).isZero();
    assertThat(next.last(2, Message.Declined.class).lease()).isZero();
  }

  @Test
  void shouldGiveNewerLeasesThanAnEarlierManagerThoughTheClockWasSetBack() {
    Message.Assigned given = running("a");
    int number = (int) (given.slotPid() - CoreDriver.pidOf(0));
    CoreDriver next = first.successor(TWO);
    next.slot(number, back(number, given));
    next.slot(1 - number, back(1 - number));

    next.launch(2, "b", 256, 1_000);

    assertThat(next.assigned(2).lease()).isGreaterThan(given.lease());
  }

  @Test
  void shouldTellTheStatusOfAContainerThatHasEndedMeanwhile() {
    Message.Assigned given = running("a");
    int number = (int) (given.slotPid() - CoreDriver.pidOf(0));
    CoreDriver next = first.successor(TWO);
    next.slot(number, back(number, given));
    next.slot(number, new Message.Running(given.lease(), 5));
    next.slot(number, new Message.Exited("a", given.lease(), 0, "", 5, 6));
    next.slot(number, new Message.Released(given.lease(), "", 1, 0));
    next.slot(1 - number, back(1 - number));

    next.executor(EXECUTOR, new Message.Reattach("a"));

    assertThat(next.last(EXECUTOR, Message.Exited.class).lease()).isEqualTo(given.lease());
  }

  @Test
  void shouldTellOfAContainerThatItsSlotDeclinedWhenNobodyListened() {
    Message.Assigned given = running("a");
    int number = (int) (given.slotPid() - CoreDriver.pidOf(0));
    CoreDriver next = first.successor(TWO);
    next.executor(EXECUTOR, new Message.Reattach("a"));
    Message.Declined declined =
        new Message.Declined("a", given.lease(), FallbackReason.CLASS_PATH, "a class");

    next.slot(number, back(number, given));
    next.slot(number, declined);
    next.slot(1 - number, back(1 - number));

    assertThat(next.last(EXECUTOR, Message.Declined.class)).isEqualTo(declined);
  }

  @Test
  void shouldSayAgainThatASlotHasDeclinedUntilTheContainerIsLaunchedAnew() {
    Message.Assigned given = running("a");
    int number = (int) (given.slotPid() - CoreDriver.pidOf(0));
    Message.Declined declined =
        new Message.Declined("a", given.lease(), FallbackReason.PROCESS_CONTEXT, "a");
    first.slot(number, declined);
    first.closed(CoreDriver.executor(EXECUTOR));

    first.executor(2, new Message.Reattach("a"));
    assertThat(first.last(2, Message.Declined.class)).isEqualTo(declined);

    first.launch(3, "a", 256, 1_000);
    first.executor(4, new Message.Reattach("a"));
    assertThat(first.assigned(4)).isEqualTo(first.assigned(3));
  }

  @Test
  void shouldNotKnowOfAContainerBeforeAllSlotsHaveComeBackOrAreGone() {
    Message.Assigned given = running("a");
    int number = (int) (given.slotPid() - CoreDriver.pidOf(0));
    CoreDriver next = first.successor(TWO);
    next.slot(1 - number, back(1 - number));
    next.executor(EXECUTOR, new Message.Reattach("a"));
    next.executor(2, new Message.Signal("a", ContainerSignal.KILL));
    assertThat(next.sent(EXECUTOR, Message.class)).isEmpty();
    assertThat(next.sent(2, Message.class)).isEmpty();

    next.gone(number);

    assertThat(next.last(EXECUTOR, Message.Declined.class).reason())
        .isEqualTo(FallbackReason.UNKNOWN_CONTAINER);
    assertThat(next.last(2, Message.Refused.class).reason()).contains("not in the pool");
    assertThat(next.all(Action.StartSlot.class)).hasSize(1);
  }

  @Test
  void shouldPassOnASignalThatCameBeforeTheSlot() {
    Message.Assigned given = running("a");
    int number = (int) (given.slotPid() - CoreDriver.pidOf(0));
    CoreDriver next = first.successor(TWO);
    next.executor(EXECUTOR, new Message.Signal("a", ContainerSignal.KILL));
    next.slot(1 - number, back(1 - number));

    next.slot(number, back(number, given));

    assertThat(next.last(CoreDriver.connectionOf(number), Message.SignalLease.class))
        .isEqualTo(new Message.SignalLease(given.lease(), ContainerSignal.KILL));
  }

  @Test
  void shouldKillASlotThatDoesNotComeBack() {
    CoreDriver next = first.successor(TWO);
    next.slot(1, back(1));

    next.pass(Recovery.RETURN_MS);

    assertThat(next.all(Action.Kill.class)).containsExactly(new Action.Kill(CoreDriver.pidOf(0)));
    next.gone(0);
    assertThat(next.all(Action.StartSlot.class)).hasSize(1);
  }

  @Test
  void shouldTakeUpWhatRunsInRanksWhoseMpirunHasDiedTogetherWithTheManager() {
    PoolSettings ranks = CoreDriver.settings("2x512", 0);
    CoreDriver before = CoreDriver.reported(ranks);
    before.launch(EXECUTOR, "a", 256, 1_000);
    Message.Assigned given = before.assigned(EXECUTOR);
    int number = (int) (given.slotPid() - CoreDriver.pidOf(0));
    CoreDriver next = before.successor(ranks);

    next.took(next.core.mpirunEnded("together with an earlier pool manager"));
    next.executor(EXECUTOR, new Message.Reattach("a"));
    assertThat(next.sent(EXECUTOR, Message.class)).isEmpty();
    assertThat(next.all(Action.StartSlot.class)).isEmpty();
    next.slot(number, back(number, given));
    next.slot(1 - number, back(1 - number));

    assertThat(next.assigned(EXECUTOR)).isEqualTo(given);
    assertThat(next.all(Action.Kill.class))
        .containsExactly(new Action.Kill(CoreDriver.pidOf(1 - number)));
    next.slot(number, new Message.Running(given.lease(), 5));
    next.slot(number, new Message.Exited("a", given.lease(), 3, "", 5, 6));
    assertThat(next.last(EXECUTOR, Message.Exited.class).status()).isEqualTo(3);
    next.slot(number, new Message.Released(given.lease(), "", 1, 0));
    assertThat(next.all(Action.Kill.class)).contains(new Action.Kill(CoreDriver.pidOf(number)));
  }

  @Test
  void shouldSendAwayASlotThatIsNotExpected() {
    CoreDriver fresh = new CoreDriver(TWO);

    fresh.slot(0, back(0));

    assertThat(fresh.sent(CoreDriver.connectionOf(0), Message.Leave.class)).hasSize(1);
  }

  @Test
  void shouldGoOnDraining() {
    first.admin(5, new Message.Drain(1_000));

    CoreDriver next = first.successor(TWO);
    next.launch(EXECUTOR, "a", 256, 1_000);

    assertThat(next.last(EXECUTOR, Message.Declined.class).reason())
        .isEqualTo(FallbackReason.DRAINING);
  }
}
