/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hpcreuse.pool.manager.queue.PoolShutdown;
import org.hpcreuse.pool.manager.state.Action;
import org.hpcreuse.protocol.ContainerSignal;
import org.hpcreuse.protocol.FallbackReason;
import org.hpcreuse.protocol.wire.Message;
import org.junit.jupiter.api.Test;

final class AdminTest {
  private static final long ADMIN = 500;

  private static JsonNode json(CoreDriver pool) throws JsonProcessingException {
    return new ObjectMapper().readTree(pool.last(ADMIN, Message.Text.class).text());
  }

  @Test
  void shouldShowTheAgreedStatus() throws JsonProcessingException {
    CoreDriver pool = CoreDriver.reported(CoreDriver.settings("1x512,1x1024", 1));
    pool.launch(1, "a", 256, 0);
    pool.slot(0, new Message.Running(pool.assigned(1).lease(), 5));
    pool.launch(2, "b", 4_000, 0);
    pool.executor(2, new Message.Fork("b", Optional.of(FallbackReason.HEAP_TOO_LARGE), 640));

    pool.admin(ADMIN, new Message.StatusQuery());

    JsonNode status = json(pool);
    assertThat(status.at("/pool/id").asText()).isEqualTo("test");
    assertThat(status.at("/pool/ranksLeft").asInt()).isEqualTo(1);
    assertThat(status.at("/pool/queued").asInt()).isZero();
    JsonNode slot = status.at("/slots/0");
    assertThat(slot.at("/slot").asInt()).isZero();
    assertThat(slot.at("/state").asText()).isEqualTo("RUNNING");
    assertThat(slot.at("/pid").asLong()).isEqualTo(CoreDriver.pidOf(0));
    assertThat(slot.at("/heapMb").asInt()).isEqualTo(512);
    assertThat(slot.at("/containers").asInt()).isEqualTo(1);
    assertThat(slot.at("/container").asText()).isEqualTo("a");
    assertThat(slot.at("/mpi").asBoolean()).isTrue();
    assertThat(status.at("/slots/1/state").asText()).isEqualTo("FREE");
    assertThat(status.at("/spares/0/state").asText()).isEqualTo("SPARE");
    assertThat(status.at("/launches/reused").asInt()).isEqualTo(1);
    assertThat(status.at("/launches/forked").asInt()).isEqualTo(1);
    assertThat(status.at("/launches/forkReasons/heap-too-large").asInt()).isEqualTo(1);
    assertThat(status.at("/launches/declined/heap-too-large").asInt()).isEqualTo(1);
  }

  @Test
  void shouldShowHowLongThePhasesOfContainersTake() throws JsonProcessingException {
    CoreDriver pool = CoreDriver.reported(CoreDriver.settings("1x512", 0));
    pool.launch(1, "a", 256, 60_000);
    pool.launch(2, "b", 256, 60_000);
    Message.Assigned first = pool.assigned(1);
    pool.pass(20);
    pool.slot(0, new Message.Running(first.lease(), 1_000));
    pool.slot(0, new Message.Exited("a", first.lease(), 0, "", 1_000, 4_000));
    pool.pass(980);
    pool.slot(0, new Message.Released(first.lease(), "", 7_000, 0));

    pool.admin(ADMIN, new Message.StatusQuery());

    JsonNode phases = json(pool).get("phases");
    assertThat(phases.at("/queue/count").asInt()).isEqualTo(2);
    assertThat(phases.at("/queue/sum").asDouble()).isEqualTo(1.0);
    assertThat(phases.at("/load/max").asDouble()).isCloseTo(0.02, withinPercentage(2));
    assertThat(phases.at("/run/0.5").asDouble()).isCloseTo(3, withinPercentage(2));
    assertThat(phases.at("/release/0.99").asDouble()).isCloseTo(0.007, withinPercentage(2));
  }

  @Test
  void shouldAnswerDrainWhenTheLastContainerIsOver() {
    CoreDriver pool = CoreDriver.reported(CoreDriver.settings("1x512", 0));
    pool.launch(1, "a", 256, 0);
    pool.launch(2, "b", 256, 60_000);

    pool.admin(ADMIN, new Message.Drain(1_000));
    assertThat(pool.last(2, Message.Declined.class).reason()).isEqualTo(FallbackReason.DRAINING);
    assertThat(pool.sent(ADMIN, Message.class)).isEmpty();
    pool.launch(3, "c", 256, 60_000);
    assertThat(pool.last(3, Message.Declined.class).reason()).isEqualTo(FallbackReason.DRAINING);

    pool.finish(pool.assigned(1), 0, "", 0);
    assertThat(pool.sent(ADMIN, Message.Text.class))
        .containsExactly(
            new Message.Text(
                "1 of 1 slots hold no container, and none gets one until drain --undo or the pool's"
                    + " end"));
  }

  @Test
  void shouldSayWhatIsBusyWhenDrainTakesTooLong() {
    CoreDriver pool = CoreDriver.reported(CoreDriver.settings("1x512", 0));
    pool.launch(1, "a", 256, 0);
    pool.admin(ADMIN, new Message.Drain(1_000));

    pool.pass(1_000);

    assertThat(pool.last(ADMIN, Message.Refused.class).reason())
        .contains("1 of 1 slots still busy after 1000 ms", "slot 0", "LEASED", "with a;");
    assertThat(pool.sent(ADMIN, Message.Text.class)).isEmpty();
  }

  @Test
  void shouldTakeContainersAgainWhenADrainIsUndone() {
    CoreDriver pool = CoreDriver.reported(CoreDriver.settings("2x512", 0));
    pool.launch(1, "a", 256, 0);
    pool.admin(ADMIN, new Message.Drain(1_000));

    pool.admin(ADMIN + 1, new Message.UndoDrain());

    assertThat(pool.last(ADMIN, Message.Refused.class).reason())
        .isEqualTo("the drain has been undone");
    assertThat(pool.last(ADMIN + 1, Message.Text.class).text())
        .isEqualTo("the pool takes containers again; 1 of 2 slots hold no container");
    pool.launch(2, "b", 256, 0);
    assertThat(pool.assigned(2).containerId()).isEqualTo("b");
    pool.pass(1_000);
    assertThat(pool.sent(ADMIN, Message.class)).hasSize(1);
    CoreDriver next = pool.successor(CoreDriver.settings("2x512", 0));
    next.admin(ADMIN, new Message.UndoDrain());
    assertThat(next.last(ADMIN, Message.Refused.class).reason()).contains("no drain is in force");
  }

  @Test
  void shouldUndoADrainOfAnEarlierManager() {
    CoreDriver first = CoreDriver.reported(CoreDriver.settings("2x512", 0));
    first.admin(ADMIN, new Message.Drain(1_000));
    CoreDriver next = first.successor(CoreDriver.settings("2x512", 0));

    next.admin(ADMIN, new Message.UndoDrain());

    assertThat(next.last(ADMIN, Message.Text.class).text()).contains("takes containers again");
  }

  @Test
  void shouldSayThatThereIsNoDrainToUndo() {
    CoreDriver pool = CoreDriver.reported(CoreDriver.settings("1x512", 0));

    pool.admin(ADMIN, new Message.UndoDrain());

    assertThat(pool.last(ADMIN, Message.Refused.class).reason())
        .isEqualTo("no drain is in force, nothing to undo");
  }

  @Test
  void shouldNotUndoTheDrainOfAPoolThatEnds() {
    CoreDriver pool = CoreDriver.reported(CoreDriver.settings("1x512", 0));
    pool.launch(1, "a", 256, 0);
    pool.admin(ADMIN, new Message.Shutdown(4_000));

    pool.admin(ADMIN + 1, new Message.UndoDrain());
    pool.admin(ADMIN + 2, new Message.Retire(0));

    assertThat(pool.last(ADMIN + 1, Message.Refused.class).reason())
        .isEqualTo("the pool ends, its drain cannot be undone");
    assertThat(pool.last(ADMIN + 2, Message.Refused.class).reason()).contains("the pool ends");
    pool.launch(2, "b", 256, 0);
    assertThat(pool.last(2, Message.Declined.class).reason()).isEqualTo(FallbackReason.DRAINING);
  }

  @Test
  void shouldCheckMpiOverAllLivingRanks() throws JsonProcessingException {
    CoreDriver pool = CoreDriver.reported(CoreDriver.settings("2x512", 1));
    pool.launch(1, "a", 256, 0);
    pool.gone(1);

    pool.admin(ADMIN, new Message.MpiCheckQuery(5_000));
    Message.MpiCheck check = pool.last(CoreDriver.connectionOf(0), Message.MpiCheck.class);
    assertThat(check.numbers()).containsExactly(0, 2);
    pool.slot(0, new Message.MpiChecked(check.checkId(), 4, ""));
    assertThat(pool.sent(ADMIN, Message.Text.class)).isEmpty();
    pool.slot(2, new Message.MpiChecked(check.checkId(), 4, ""));

    assertThat(json(pool).at("/ok").asBoolean()).isTrue();
    assertThat(json(pool).at("/expected").asLong()).isEqualTo(4);
  }

  @Test
  void shouldFailTheMpiCheckWhenARankIsSilentWrongOrDies() throws JsonProcessingException {
    CoreDriver pool = CoreDriver.reported(CoreDriver.settings("3x512", 0));
    pool.admin(ADMIN, new Message.MpiCheckQuery(5_000));
    int id = pool.last(CoreDriver.connectionOf(0), Message.MpiCheck.class).checkId();
    pool.admin(ADMIN + 1, new Message.MpiCheckQuery(5_000));
    assertThat(pool.sent(ADMIN + 1, Message.Refused.class)).hasSize(1);

    pool.slot(0, new Message.MpiChecked(id, 5, ""));
    pool.gone(1);
    pool.pass(5_000);

    assertThat(json(pool).at("/ok").asBoolean()).isFalse();
    assertThat(json(pool).at("/error").asText())
        .contains(
            "process 0: sum 5, expected 6", "process 1: the slot JVM died", "process 2: no answer");
  }

  @Test
  void shouldLeaveOutAndThenRetireARankThatDoesNotComeBackFromAnMpiCheck()
      throws JsonProcessingException {
    CoreDriver pool = CoreDriver.reported(CoreDriver.settings("3x512", 0));
    pool.admin(ADMIN, new Message.MpiCheckQuery(5_000));
    int first = pool.last(CoreDriver.connectionOf(0), Message.MpiCheck.class).checkId();
    pool.gone(0);
    pool.pass(5_000);
    pool.slot(1, new Message.MpiChecked(first, -1, "late"));

    pool.admin(ADMIN, new Message.MpiCheckQuery(5_000));
    Message.MpiCheck second = pool.last(CoreDriver.connectionOf(1), Message.MpiCheck.class);
    assertThat(second.numbers()).containsExactly(1);
    pool.slot(1, new Message.MpiChecked(second.checkId(), 2, ""));

    assertThat(json(pool).at("/error").asText())
        .isEqualTo("process 2: has not come back from MPI check " + first);
    assertThat(pool.sent(CoreDriver.connectionOf(2), Message.Leave.class)).isEmpty();
    pool.pass(MpiCheckHandler.LATE_MS);
    assertThat(pool.sent(CoreDriver.connectionOf(1), Message.Leave.class)).isEmpty();
    assertThat(pool.last(CoreDriver.connectionOf(2), Message.Leave.class).reason())
        .contains("MPI check " + first);
  }

  @Test
  void shouldTakeAWaitBeyondTheClocksEndForOneWithoutEnd() {
    CoreDriver pool = CoreDriver.reported(CoreDriver.settings("2x512", 0));
    pool.launch(1, "a", 256, Long.MAX_VALUE);

    pool.admin(ADMIN, new Message.MpiCheckQuery(Long.MAX_VALUE));
    pool.admin(ADMIN + 1, new Message.AuditQuery(Long.MAX_VALUE, ""));
    pool.admin(ADMIN + 2, new Message.Drain(Long.MAX_VALUE));
    pool.admin(ADMIN + 3, new Message.Shutdown(Long.MAX_VALUE));
    pool.pass(PoolShutdown.EXTRA_MS + AuditHandler.ANSWER_MS);

    for (long asker = ADMIN; asker <= ADMIN + 3; asker++) {
      assertThat(pool.sent(asker, Message.class)).as("to %d", asker).isEmpty();
    }
    assertThat(pool.all(Action.Kill.class)).doesNotContain(new Action.Kill(CoreDriver.pidOf(0)));
    assertThat(pool.all(Action.Stop.class)).isEmpty();
  }

  @Test
  void shouldNotLetAnAskerThatHasGoneBlockTheNext() {
    CoreDriver pool = CoreDriver.reported(CoreDriver.settings("2x512", 0));
    pool.launch(1, "a", 256, 0);
    pool.admin(ADMIN, new Message.AuditQuery(Long.MAX_VALUE, ""));
    int audit = pool.last(CoreDriver.connectionOf(1), Message.Audit.class).auditId();
    pool.slot(1, new Message.Audited(audit, List.of(), 0, List.of(), 0, Map.of(), "", ""));
    pool.admin(ADMIN + 1, new Message.MpiCheckQuery(Long.MAX_VALUE));

    pool.closed(CoreDriver.admin(ADMIN));
    pool.closed(CoreDriver.admin(ADMIN + 1));
    pool.admin(ADMIN + 2, new Message.AuditQuery(0, ""));
    pool.admin(ADMIN + 3, new Message.MpiCheckQuery(1_000));

    assertThat(pool.sent(ADMIN + 2, Message.Refused.class)).isEmpty();
    assertThat(pool.last(ADMIN + 3, Message.Text.class).text()).contains("has not come back");
  }

  @Test
  void shouldCountWhatIsSaidAndWhatIsRefused() throws JsonProcessingException {
    CoreDriver pool = CoreDriver.reported(CoreDriver.settings("1x512", 0));
    pool.executor(1, new Message.Signal("a", ContainerSignal.NULL));
    pool.executor(1, new Message.StatusQuery());
    pool.executor(2, new Message.Signal("a\n2026-01-01 forged line", ContainerSignal.KILL));
    pool.executor(3, new Message.Reattach(".."));
    pool.executor(4, new Message.Launch(CoreDriver.spec("x".repeat(129), 1), 0));

    pool.admin(ADMIN, new Message.StatusQuery());

    assertThat(json(pool).at("/messages/EXECUTOR Signal").asInt()).isEqualTo(1);
    assertThat(json(pool).at("/messages/SLOT SlotHello").asInt()).isEqualTo(1);
    assertThat(json(pool).at("/refused/not-for-role").asInt()).isEqualTo(1);
    assertThat(json(pool).at("/refused/bad-container-id").asInt()).isEqualTo(3);
    assertThat(pool.all(Action.Close.class).stream().map(Action.Close::connection))
        .containsExactly(1L, 2L, 3L, 4L);
  }

  @Test
  void shouldCountNoRunOfAContainerThatNeverRan() throws JsonProcessingException {
    CoreDriver pool = CoreDriver.reported(CoreDriver.settings("1x512", 0));
    pool.launch(1, "a", 256, 0);
    long lease = pool.assigned(1).lease();
    pool.slot(0, new Message.Exited("a", lease, 1, "no such class", 0, 1_700_000_000_000L));
    pool.slot(0, new Message.Released(lease, "", 7_000, 0));
    pool.launch(1, "b", 256, 0);
    long next = pool.assigned(1).lease();
    pool.slot(0, new Message.Running(next, 1));
    pool.slot(0, new Message.Exited("b", next, 0, "", Long.MIN_VALUE + 2, Long.MAX_VALUE));

    pool.admin(ADMIN, new Message.StatusQuery());

    assertThat(json(pool).at("/phases/run").isMissingNode()).isTrue();
  }

  @Test
  void shouldCountNoRankWithoutMpi() throws JsonProcessingException {
    CoreDriver pool = CoreDriver.reported(CoreDriver.settings("1x512", 1, "none", 0, 8));

    pool.admin(ADMIN, new Message.StatusQuery());

    assertThat(json(pool).at("/spares/0/state").asText()).isEqualTo("SPARE");
    assertThat(json(pool).at("/pool/ranksLeft").asInt()).isZero();
  }

  @Test
  void shouldSayThatNoSlotHasMpi() throws JsonProcessingException {
    CoreDriver pool = CoreDriver.reported(CoreDriver.settings("1x512", 0, "none", 0, 8));

    pool.admin(ADMIN, new Message.MpiCheckQuery(5_000));

    assertThat(json(pool).at("/error").asText()).isEqualTo("no living slot has MPI");
  }

  @Test
  void shouldRefuseToRetireASlotThatDoesNotExist() {
    CoreDriver pool = CoreDriver.reported(CoreDriver.settings("2x512", 0));

    pool.admin(ADMIN, new Message.Retire(2));

    assertThat(pool.last(ADMIN, Message.Refused.class).reason()).contains("slot 2", "0-1");
  }

  @Test
  void shouldSayWhenASlotThatIsRetiredLeaves() {
    CoreDriver pool = CoreDriver.reported(CoreDriver.settings("4x512", 0));
    pool.launch(1, "a", 256, 0);
    int busy = pool.assigned(1).slot();
    int idle = busy == 3 ? 2 : 3;

    pool.admin(ADMIN, new Message.Retire(busy));
    pool.admin(ADMIN + 1, new Message.Retire(idle));
    pool.admin(ADMIN + 2, new Message.Retire(idle));

    assertThat(pool.last(ADMIN, Message.Text.class).text())
        .contains("slot " + busy, " leaves after a,", "4 of 4 slots are alive");
    assertThat(pool.last(ADMIN + 1, Message.Text.class).text())
        .contains("slot " + idle, " leaves now,", "3 of 4 slots are alive");
    assertThat(pool.last(ADMIN + 2, Message.Text.class).text())
        .contains("was about to leave: retired on request");
  }

  @Test
  void shouldEndThePoolInOrder() {
    CoreDriver pool = CoreDriver.reported(CoreDriver.settings("2x512", 1));
    pool.launch(1, "a", 256, 0);

    pool.admin(ADMIN, new Message.Shutdown(4_000));
    for (int number = 0; number < 3; number++) {
      assertThat(pool.sent(CoreDriver.connectionOf(number), Message.Leave.class)).hasSize(1);
    }
    pool.gone(1);
    pool.gone(2);
    pool.pass(2_000);
    assertThat(pool.all(Action.Kill.class)).containsExactly(new Action.Kill(CoreDriver.pidOf(0)));
    assertThat(pool.all(Action.EndMpirun.class)).isEmpty();

    pool.gone(0);
    assertThat(pool.last(1, Message.Exited.class).status()).isEqualTo(137);
    assertThat(pool.all(Action.EndMpirun.class)).hasSize(1);
    assertThat(pool.all(Action.Stop.class)).isEmpty();

    pool.took(pool.core.mpirunEnded(""));
    assertThat(pool.sent(ADMIN, Message.Done.class)).hasSize(1);
    assertThat(pool.all(Action.Stop.class)).hasSize(1);
    assertThat(pool.all(Action.StartSlot.class)).isEmpty();
  }

  @Test
  void shouldGiveUpEndingWithTheNamesOfWhatIsLeft() {
    CoreDriver pool = CoreDriver.reported(CoreDriver.settings("1x512", 0, "none", 0, 8));
    pool.admin(ADMIN, new Message.Shutdown(4_000));

    List<Action> actions = pool.pass(4_000 + PoolShutdown.EXTRA_MS);

    assertThat(pool.last(ADMIN, Message.Refused.class).reason()).contains("slot 0", "DYING");
    assertThat(actions).contains(new Action.Stop());
  }
}
