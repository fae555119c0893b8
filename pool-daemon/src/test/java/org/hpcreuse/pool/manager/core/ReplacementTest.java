/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Predicate;
import org.hpcreuse.pool.manager.slots.SlotSupervisor;
import org.hpcreuse.pool.manager.slots.StartLimit;
import org.hpcreuse.pool.manager.state.Action;
import org.hpcreuse.pool.manager.state.Caller;
import org.hpcreuse.protocol.Bounds;
import org.hpcreuse.protocol.FallbackReason;
import org.hpcreuse.protocol.option.SlotClass;
import org.hpcreuse.protocol.wire.Message;
import org.junit.jupiter.api.Test;

final class ReplacementTest {
  private static Message.Assigned run(
      CoreDriver pool, int number, String id, String retire, int n) {
    pool.launch(1, id, 256, 0);
    Message.Assigned assigned = pool.assigned(1);
    pool.finish(assigned, number, retire, n);
    return assigned;
  }

  private static void assertLeaves(CoreDriver pool, int number) {
    assertThat(pool.sent(CoreDriver.connectionOf(number), Message.Leave.class)).hasSize(1);
  }

  @Test
  void shouldStartAllRanksWithOneMpirunAndSparesOfTheLargestSize() {
    CoreDriver pool = new CoreDriver(CoreDriver.settings("2x512,1x1024", 1));

    assertThat(pool.actions)
        .containsExactly(
            new Action.StartMpirun(
                List.of(new SlotClass(2, 512), new SlotClass(1, 1024), new SlotClass(1, 1024))));
  }

  @Test
  void shouldStartSlotsAsChildrenWithoutMpi() {
    CoreDriver pool = new CoreDriver(CoreDriver.settings("1x512", 1, "none", 0, 8));

    assertThat(pool.actions)
        .containsExactly(new Action.StartSlot(0, 512), new Action.StartSlot(1, 512));
  }

  @Test
  void shouldGiveNumberAndSizeOfALostSlotToASpare() {
    CoreDriver pool = CoreDriver.reported(CoreDriver.settings("1x512,1x1024", 1));

    pool.took(pool.core.closed(CoreDriver.slotCaller(0)));
    pool.gone(0);

    pool.launch(1, "a", 256, 0);
    assertThat(pool.assigned(1).slot()).isEqualTo(0);
    assertThat(pool.assigned(1).slotPid()).isEqualTo(CoreDriver.pidOf(2));
  }

  @Test
  void shouldStartAReplacementWithoutMpiWhenNoSpareIsLeft() {
    CoreDriver pool = CoreDriver.reported(CoreDriver.settings("1x512", 0));

    pool.gone(0);
    assertThat(pool.all(Action.StartSlot.class)).containsExactly(new Action.StartSlot(1, 512));
    pool.report(1, 512, false);

    pool.launch(1, "a", 256, 0);
    assertThat(pool.assigned(1).slotPid()).isEqualTo(CoreDriver.pidOf(1));
  }

  @Test
  void shouldRefillSparesWithoutMpi() {
    CoreDriver pool = CoreDriver.reported(CoreDriver.settings("1x512", 1, "none", 0, 8));

    pool.gone(0);

    assertThat(pool.all(Action.StartSlot.class)).contains(new Action.StartSlot(2, 512));
  }

  @Test
  void shouldStopStartingASlotThatNeverReports() {
    CoreDriver pool = CoreDriver.reported(CoreDriver.settings("1x512", 0, "none", 0, 8));
    pool.gone(0);

    for (int number = 1; number < 10; number++) {
      pool.took(pool.core.slotNotStarted(number, "no such file"));
    }

    assertThat(pool.all(Action.StartSlot.class)).hasSize(1 + StartLimit.MAX_STARTS);
    pool.admin(5, new Message.StatusQuery());
    assertThat(pool.last(5, Message.Text.class).text())
        .contains("\"state\":\"DEAD\"", "did not start: no such file");
    pool.admin(5, new Message.Retire(0));
    assertThat(pool.all(Action.StartSlot.class)).hasSize(2 + StartLimit.MAX_STARTS);
    assertThat(pool.last(5, Message.Text.class).text())
        .isEqualTo(
            "slot 0 had no process and gets one now: process 4; 0 of 1 slots are alive at present");
  }

  /**
   * Lets every process that is started from process {@code first} on fail; returns the next
   * process.
   */
  private static int failStarts(CoreDriver pool, int first) {
    int number = first;
    while (number < first + 2 * StartLimit.MAX_STARTS
        && pool.all(Action.StartSlot.class).stream().anyMatch(startOf(number))) {
      pool.took(pool.core.slotNotStarted(number++, "no such file"));
    }
    return number;
  }

  private static Predicate<Action.StartSlot> startOf(int number) {
    return start -> start.number() == number;
  }

  private static int starts(CoreDriver pool) {
    return pool.all(Action.StartSlot.class).size();
  }

  @Test
  void shouldTryASlotThatDoesNotStartAgainAfterEverLongerPauses() {
    CoreDriver pool = new CoreDriver(CoreDriver.settings("1x512", 0, "none", 0, 8));
    int next = failStarts(pool, 0);

    for (long minutes : new long[] {1, 2, 4, 8, 10, 10}) {
      int before = starts(pool);
      pool.pass(minutes * 60_000 - 1);
      assertThat(starts(pool)).as("before %d min", minutes).isEqualTo(before);
      pool.pass(1);
      assertThat(starts(pool)).as("after %d min", minutes).isEqualTo(before + 1);
      next = failStarts(pool, next);
      assertThat(starts(pool)).isEqualTo(before + StartLimit.MAX_STARTS);
    }
  }

  @Test
  void shouldPauseShortlyAgainOnceASlotHasReported() {
    CoreDriver pool = new CoreDriver(CoreDriver.settings("1x512", 0, "none", 0, 8));
    int next = failStarts(pool, 0);
    pool.pass(60_000);
    next = failStarts(pool, next);
    pool.pass(120_000);

    pool.report(next, 512, false);
    pool.gone(next);
    failStarts(pool, next + 1);
    int before = starts(pool);

    pool.pass(60_000);
    assertThat(starts(pool)).isEqualTo(before + 1);
  }

  @Test
  void shouldTrySparesThatDoNotStartAgain() {
    CoreDriver pool = new CoreDriver(CoreDriver.settings("1x512", 2, "none", 0, 8));
    pool.report(0, 512, false);
    failStarts(pool, 1);
    int before = starts(pool);

    pool.pass(60_000);
    assertThat(starts(pool)).isEqualTo(before + 2);

    pool.took(pool.core.shutdown(1_000));
    failStarts(pool, before);
    pool.pass(StartLimit.MAX_PAUSE_MS);
    assertThat(starts(pool)).as("the pool ends").isEqualTo(before + 2);
  }

  @Test
  void shouldGiveNoContainerToARankThatIsAboutToEndWithMpirun() {
    CoreDriver pool = CoreDriver.reported(CoreDriver.settings("2x512", 1));
    pool.launch(1, "running", 512, 0);
    assertThat(pool.assigned(1).slotPid()).isEqualTo(CoreDriver.pidOf(0));

    pool.took(pool.core.mpirunEnded("killed"));
    pool.launch(2, "next", 512, 60_000);

    assertThat(pool.sent(2, Message.class)).isEmpty();
    assertThat(pool.all(Action.Kill.class))
        .containsExactly(
            new Action.Kill(CoreDriver.pidOf(1)), new Action.Kill(CoreDriver.pidOf(2)));
    pool.gone(2);
    pool.gone(1);
    pool.report(3, 512, false);
    assertThat(pool.assigned(2).slotPid()).isEqualTo(CoreDriver.pidOf(3));
  }

  @Test
  void shouldGiveNoContainerToARankWithoutMpirunThatHasDeclinedOne() {
    CoreDriver pool = CoreDriver.reported(CoreDriver.settings("1x512", 0));
    pool.launch(1, "declined", 512, 0);
    long lease = pool.assigned(1).lease();
    pool.took(pool.core.mpirunEnded("killed"));
    pool.launch(2, "next", 512, 60_000);

    pool.slot(0, new Message.Declined("declined", lease, FallbackReason.CLASS_PATH, "for a test"));

    assertThat(pool.sent(2, Message.Assigned.class)).isEmpty();
    assertThat(pool.all(Action.Kill.class)).containsExactly(new Action.Kill(CoreDriver.pidOf(0)));
  }

  @Test
  void shouldGiveNoContainerToARankWithoutMpirunWhoseLaunchWasGivenUp() {
    CoreDriver pool = CoreDriver.reported(CoreDriver.settings("1x512", 0));
    pool.launch(1, "given-up", 512, 0);
    long lease = pool.assigned(1).lease();
    pool.took(pool.core.mpirunEnded("killed"));
    pool.launch(2, "next", 512, 60_000);

    pool.took(pool.core.notGranted(lease));

    assertThat(pool.sent(2, Message.Assigned.class)).isEmpty();
    assertThat(pool.all(Action.Kill.class)).containsExactly(new Action.Kill(CoreDriver.pidOf(0)));
  }

  @Test
  void shouldNeverReplaceRanksOfAnMpiThatHasNotStarted() {
    CoreDriver pool = new CoreDriver(CoreDriver.settings("2x512", 1));
    pool.took(pool.core.mpirunEnded("no such file"));

    pool.pass(StartLimit.MAX_PAUSE_MS);

    assertThat(starts(pool)).isZero();
  }

  @Test
  void shouldKillAndReplaceASlotThatDoesNotReportInTime() {
    CoreDriver pool = new CoreDriver(CoreDriver.settings("1x512", 0, "none", 0, 8));
    pool.started(0);

    pool.pass(60_000);
    assertThat(pool.all(Action.Kill.class)).containsExactly(new Action.Kill(CoreDriver.pidOf(0)));
    pool.gone(0);

    assertThat(pool.all(Action.StartSlot.class)).contains(new Action.StartSlot(1, 512));
  }

  @Test
  void shouldRetireWhenTheSlotSaysSo() {
    CoreDriver pool = CoreDriver.reported(CoreDriver.settings("1x512", 1));

    run(pool, 0, "a", "stubborn thread", 0);

    assertLeaves(pool, 0);
    pool.took(pool.core.closed(CoreDriver.slotCaller(0)));
    assertThat(pool.all(Action.Kill.class)).isEmpty();
    pool.gone(0);
    assertThat(run(pool, 1, "b", "", 0).slot()).isEqualTo(0);
  }

  @Test
  void shouldKillARetiredSlotThatDoesNotLeave() {
    CoreDriver pool = CoreDriver.reported(CoreDriver.settings("1x512", 1));
    run(pool, 0, "a", "stubborn thread", 0);

    pool.pass(SlotSupervisor.LEAVE_MS);

    assertThat(pool.all(Action.Kill.class)).containsExactly(new Action.Kill(CoreDriver.pidOf(0)));
  }

  @Test
  void shouldRetireAfterTheLastUse() {
    CoreDriver pool = CoreDriver.reported(CoreDriver.settings("1x512", 1, "4.1", 2, 8));

    run(pool, 0, "a", "", 0);
    assertThat(pool.sent(CoreDriver.connectionOf(0), Message.Leave.class)).isEmpty();
    run(pool, 0, "b", "", 0);

    assertThat(pool.last(CoreDriver.connectionOf(0), Message.Leave.class).reason())
        .isEqualTo("max-uses: 2 containers, limit 2");
  }

  @Test
  void shouldRetireWhenTooManyLoadersLive() {
    CoreDriver pool = CoreDriver.reported(CoreDriver.settings("1x512", 1, "4.1", 0, 2));

    run(pool, 0, "a", "", 2);
    assertThat(pool.sent(CoreDriver.connectionOf(0), Message.Leave.class)).isEmpty();
    run(pool, 0, "b", "", 3);

    assertThat(pool.last(CoreDriver.connectionOf(0), Message.Leave.class).reason())
        .isEqualTo("live-loaders: 3 not collected, limit 2");
  }

  @Test
  void shouldKillASlotThatDoesNotCleanUpInTime() {
    CoreDriver pool = CoreDriver.reported(CoreDriver.settings("1x512", 1));
    pool.launch(1, "a", 256, 0);
    pool.slot(0, new Message.Exited("a", pool.assigned(1).lease(), 0, "", 5, 6));

    pool.pass(20_000);
    assertThat(pool.all(Action.Kill.class)).as("the slot itself has run out of time").isEmpty();
    pool.pass(Bounds.release(20_000, 2_000).toMillis() - 20_000);
    pool.gone(0);

    assertThat(pool.all(Action.Kill.class)).containsExactly(new Action.Kill(CoreDriver.pidOf(0)));
    assertThat(pool.sent(1, Message.Exited.class)).as("its status stays").hasSize(1);
    assertThat(run(pool, 1, "b", "", 0).slot()).isEqualTo(0);
  }

  @Test
  void shouldRetireOnRequestOnlyWhenTheContainerIsOver() {
    CoreDriver pool = CoreDriver.reported(CoreDriver.settings("1x512", 1));
    pool.launch(1, "a", 256, 0);

    pool.admin(2, new Message.Retire(0));
    assertThat(pool.sent(2, Message.Text.class)).hasSize(1);
    assertThat(pool.sent(CoreDriver.connectionOf(0), Message.Leave.class)).isEmpty();
    pool.finish(pool.assigned(1), 0, "", 0);

    assertLeaves(pool, 0);
  }

  @Test
  void shouldSendAwayASlotNobodyWaitsFor() {
    CoreDriver pool = CoreDriver.reported(CoreDriver.settings("1x512", 0));

    pool.report(77, 512, true);

    assertLeaves(pool, 77);
    assertThat(pool.all(Action.Close.class)).hasSize(1);
  }

  @Test
  void shouldKillAChildThatStartsAfterItsProcessWasGivenUp() {
    CoreDriver pool = new CoreDriver(CoreDriver.settings("1x512", 0, "none", 0, 8));
    pool.took(pool.core.shutdown(1_000));

    pool.started(0);

    assertThat(pool.all(Action.Kill.class)).containsExactly(new Action.Kill(CoreDriver.pidOf(0)));
  }

  @Test
  void shouldStartNothingInThePlaceOfAProcessWhoseStartHangs() {
    CoreDriver pool = new CoreDriver(CoreDriver.settings("1x512", 0, "none", 0, 8));

    pool.pass(60_000);
    assertThat(starts(pool)).isEqualTo(1);
    pool.started(0);
    assertThat(pool.all(Action.Kill.class)).containsExactly(new Action.Kill(CoreDriver.pidOf(0)));
    pool.gone(0);

    assertThat(starts(pool)).isEqualTo(2);
  }

  @Test
  void shouldTakeAReportThatComesBeforeItsStartIsKnown() {
    CoreDriver pool = new CoreDriver(CoreDriver.settings("1x512", 0, "none", 0, 8));
    Message hello = new Message.SlotHello(0, 512, "", "process.log", "");
    Caller other = new Caller(7, Message.Role.SLOT, 4711, 1);

    pool.took(pool.core.received(other, hello));
    pool.slot(0, hello);
    pool.launch(1, "a", 256, 10_000);
    assertThat(pool.sent(1, Message.Assigned.class)).isEmpty();
    pool.started(0);

    assertThat(pool.assigned(1).slotPid()).isEqualTo(CoreDriver.pidOf(0));
    assertThat(pool.sent(7, Message.Leave.class)).as("said to another process").hasSize(1);
  }

  @Test
  void shouldCloseAConnectionThatSaysWhatIsNotItsToSay() {
    CoreDriver pool = CoreDriver.reported(CoreDriver.settings("1x512", 0));

    pool.executor(9, new Message.Shutdown(0));

    assertThat(pool.all(Action.Close.class)).hasSize(1);
    assertThat(pool.all(Action.Close.class).get(0).connection()).isEqualTo(9);
  }
}
