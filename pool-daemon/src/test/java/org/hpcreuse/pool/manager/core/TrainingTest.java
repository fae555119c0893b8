/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.hpcreuse.pool.manager.state.Action;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.Message.TrainingOutcome;
import org.junit.jupiter.api.Test;

/** When idle slots run training jobs, and what happens to containers meanwhile. */
final class TrainingTest {
  private static final long QUIET_MS = 2_000;
  private static final long BOUND_MS = 300_000;

  private CoreDriver pool = CoreDriver.reported(CoreDriver.settingsWithTraining("2x512", 0, 2, 1));

  @Test
  void shouldTrainASlotThatIsWarmWhenThePoolIsQuiet() {
    pool.pass(QUIET_MS);
    assertThat(trainings(0)).as("still warming up").isZero();
    warm(0);
    assertThat(trainings(0)).isEqualTo(1);
  }

  @Test
  void shouldWaitUntilThePoolIsQuiet() {
    warm(0);
    pool.pass(QUIET_MS - 1);
    assertThat(trainings(0)).isZero();
    pool.pass(1);
    assertThat(trainings(0)).isEqualTo(1);
  }

  @Test
  void shouldNotTrainWhileSlotsOfANewPoolLoad() {
    pool = new CoreDriver(CoreDriver.settingsWithTraining("2x512", 0, 2, 1));
    pool.report(0, 512, true);
    warm(0);
    pool.pass(10 * QUIET_MS);
    assertThat(trainings(0)).isZero();

    pool.report(1, 512, true);
    pool.pass(QUIET_MS);

    assertThat(trainings(0)).isEqualTo(1);
  }

  @Test
  void shouldTrainAllSlotsInTurnAndThenNoMore() {
    quiet();
    over(0, TrainingOutcome.DONE);
    assertThat(trainings(1)).isEqualTo(1);
    over(1, TrainingOutcome.DONE);
    over(0, TrainingOutcome.DONE);
    over(1, TrainingOutcome.DONE);
    pool.pass(100 * QUIET_MS);
    assertThat(trainings(0)).isEqualTo(2);
    assertThat(trainings(1)).isEqualTo(2);
  }

  @Test
  void shouldTrainAsManySlotsAtATimeAsTheNodeCanServe() {
    pool = CoreDriver.reported(CoreDriver.settingsWithTraining("3x512", 0, 2, 2));
    warm(2);
    quiet();
    assertThat(trainings(0) + trainings(1) + trainings(2)).isEqualTo(2);
  }

  @Test
  void shouldTrainSparesToo() {
    pool = CoreDriver.reported(CoreDriver.settingsWithTraining("1x512", 1, 1, 2));
    quiet();
    assertThat(trainings(1)).isEqualTo(1);
  }

  @Test
  void shouldGiveContainersToSlotsThatDoNotTrainAndStopTheTraining() {
    quiet();
    pool.launch(1, "c1", 512, 0);
    assertThat(pool.assigned(1).slot()).isEqualTo(1);
    assertThat(pool.sent(CoreDriver.connectionOf(0), Message.StopTraining.class)).hasSize(1);
    over(0, TrainingOutcome.STOPPED);
    pool.pass(100 * QUIET_MS);
    assertThat(trainings(0)).as("the pool is in use").isEqualTo(1);
    pool.finish(pool.assigned(1), 1, "", 0);
    pool.pass(QUIET_MS);
    assertThat(trainings(0)).as("it goes on").isEqualTo(2);
  }

  @Test
  void shouldGiveAContainerToASlotThatTrainsAsSoonAsItsJobIsOver() {
    quiet();
    pool.launch(1, "c1", 512, 0);
    pool.launch(2, "c2", 512, 10_000);
    assertThat(pool.sent(2, Message.Assigned.class)).isEmpty();
    over(0, TrainingOutcome.STOPPED);
    assertThat(pool.assigned(2).slot()).isZero();
    pool.finish(pool.assigned(2), 0, "", 0);
    pool.launch(3, "c3", 512, 0);
    assertThat(pool.assigned(3).slot()).as("the only one that is free").isZero();
  }

  @Test
  void shouldTrainNoMoreWhenAJobFails() {
    quiet();
    assertThat(roundsInStatus()).isEqualTo(2);
    over(0, TrainingOutcome.FAILED);
    assertThat(roundsInStatus()).as("nobody waits for more").isZero();
    pool.pass(100 * QUIET_MS);
    assertThat(trainings(0) + trainings(1)).isEqualTo(1);
    pool.launch(1, "c1", 512, 0);
    assertThat(pool.assigned(1).slot()).as("it still serves").isZero();
  }

  @Test
  void shouldReplaceASlotThatIsNotCleanAfterItsJob() {
    quiet();
    over(0, TrainingOutcome.UNCLEAN);
    assertThat(pool.last(CoreDriver.connectionOf(0), Message.Leave.class).reason())
        .contains("how it ended");
    assertThat(trainings(1)).isZero();
  }

  @Test
  void shouldTrainNoMoreWhenSlotsAreLostByIt() {
    pool = CoreDriver.reported(CoreDriver.settingsWithTraining("4x512", 0, 2, 1));
    for (int number = 0; number < 4; number++) {
      warm(number);
    }
    pool.pass(QUIET_MS);
    for (int number = 0; number < 3; number++) {
      assertThat(trainings(number)).isEqualTo(1);
      pool.gone(number);
    }
    pool.pass(100 * QUIET_MS);
    assertThat(trainings(3)).isZero();
  }

  @Test
  void shouldKillASlotWhoseJobIsNotOverInTime() {
    quiet();
    pool.pass(BOUND_MS - 1);
    assertThat(pool.all(Action.Kill.class)).isEmpty();
    pool.pass(1);
    assertThat(pool.all(Action.Kill.class))
        .extracting(Action.Kill::pid)
        .containsExactly(CoreDriver.pidOf(0));
  }

  @Test
  void shouldNotKillASlotForAJobThatIsOverInTime() {
    quiet();
    pool.pass(BOUND_MS / 2);
    over(0, TrainingOutcome.STOPPED);
    assertThat(trainings(0)).as("tried again").isEqualTo(2);
    pool.pass(BOUND_MS - 1);
    assertThat(pool.all(Action.Kill.class)).isEmpty();
  }

  @Test
  void shouldNotCollectInASlotThatTrains() {
    quiet();
    pool.slot(0, figures(Message.CollectionNeed.DUE));
    pool.pass(QUIET_MS);
    assertThat(pool.sent(CoreDriver.connectionOf(0), Message.Collect.class)).isEmpty();
    over(0, TrainingOutcome.DONE);
    pool.pass(QUIET_MS);
    assertThat(pool.sent(CoreDriver.connectionOf(0), Message.Collect.class)).hasSize(1);
  }

  @Test
  void shouldIgnoreTheEndOfAJobThatWasNotOrdered() {
    over(0, TrainingOutcome.FAILED);
    quiet();
    assertThat(trainings(0)).isEqualTo(1);
  }

  private int roundsInStatus() {
    pool.admin(99, new Message.StatusQuery());
    String status = pool.last(99, Message.Text.class).text();
    return Integer.parseInt(status.replaceAll("(?s).*\"trainingRounds\"\\s*:\\s*(\\d+).*", "$1"));
  }

  private void quiet() {
    warm(0);
    warm(1);
    pool.pass(QUIET_MS);
  }

  private void warm(int number) {
    pool.slot(number, figures(Message.CollectionNeed.NONE));
  }

  private static Message.Figures figures(Message.CollectionNeed need) {
    return new Message.Figures(Map.of("fds", 100L), Map.of("fds", 0L), need);
  }

  private void over(int number, TrainingOutcome outcome) {
    pool.slot(number, new Message.Trained(outcome, "how it ended"));
  }

  private int trainings(int number) {
    return pool.sent(CoreDriver.connectionOf(number), Message.Train.class).size();
  }
}
