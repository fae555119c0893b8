/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hpcreuse.pool.manager.state.PoolSettings;
import org.hpcreuse.protocol.SlotMemory;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.Message.TrainingOutcome;
import org.hpcreuse.protocol.wire.SlotFigure;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When idle slots load the classes of profiles, and of which. */
final class ProfilesTest {
  private static final long QUIET_MS = 2_000;
  private static final int HEAP_MB = 512;
  private static final String SPARK = "/profiles/profile-spark.txt";
  private static final String FOUND = "/pool/profiles/0123456789abcdef.txt";

  private CoreDriver pool;

  @BeforeEach
  void makePool() {
    make(CoreDriver.settingsWithProfiles("3x512", 0));
  }

  private void make(PoolSettings settings) {
    pool = CoreDriver.reported(settings);
    for (int number = 0; number < settings.slotCount(); number++) {
      Message.CollectionNeed need = Message.CollectionNeed.NONE;
      pool.slot(number, new Message.Figures(Map.of("fds", 100L), Map.of("fds", 0L), need));
    }
  }

  @Test
  void shouldLoadTheProfilesOfTheOptionsAfterTheTrainingJobs() {
    make(CoreDriver.settingsWithProfiles("1x512", 1, SPARK));
    pool.pass(QUIET_MS);
    assertThat(ordered(0)).containsExactly("");
    over(0, TrainingOutcome.DONE);
    assertThat(ordered(0)).containsExactly("", SPARK);
    has(0, SPARK, 9_000);
    over(0, TrainingOutcome.DONE);
    pool.pass(100 * QUIET_MS);
    assertThat(ordered(0)).hasSize(2);
  }

  @Test
  void shouldLoadInOtherSlotsWhatASlotHasFoundOnlyWhenThePoolIsQuiet() {
    has(0, FOUND, 9_000);
    assertThat(ordered(1)).isEmpty();
    pool.pass(QUIET_MS);
    assertThat(ordered(0)).as("has it").isEmpty();
    assertThat(ordered(1)).containsExactly(FOUND);
    assertThat(ordered(2)).as("one at a time").isEmpty();
    has(1, FOUND, 8_500);
    over(1, TrainingOutcome.DONE);
    assertThat(ordered(2)).containsExactly(FOUND);
    has(2, FOUND, 9_100);
    over(2, TrainingOutcome.DONE);
    pool.pass(100 * QUIET_MS);
    assertThat(List.of(ordered(0), ordered(1), ordered(2)))
        .isEqualTo(List.of(List.of(), List.of(FOUND), List.of(FOUND)));
  }

  @Test
  void shouldLoadAgainWhenManyMoreClassesAreKnown() {
    has(0, FOUND, 1_000);
    pool.pass(QUIET_MS);
    has(1, FOUND, 1_000);
    over(1, TrainingOutcome.DONE);
    has(2, FOUND, 1_000);
    over(2, TrainingOutcome.DONE);

    has(0, FOUND, 2_000);
    assertThat(ordered(1)).containsExactly(FOUND, FOUND);
    has(1, FOUND, 2_000);
    over(1, TrainingOutcome.DONE);
    assertThat(ordered(2)).containsExactly(FOUND, FOUND);
  }

  @Test
  void shouldStopForAContainerAndGoOnAfterIt() {
    has(0, FOUND, 9_000);
    pool.pass(QUIET_MS);
    assertThat(ordered(1)).hasSize(1);
    pool.launch(1, "c1", 512, 0);
    assertThat(pool.assigned(1).slot()).isNotEqualTo(1);
    assertThat(pool.sent(CoreDriver.connectionOf(1), Message.StopTraining.class)).hasSize(1);
    over(1, TrainingOutcome.STOPPED);
    pool.pass(100 * QUIET_MS);
    assertThat(ordered(1)).as("the pool is in use").hasSize(1);
    pool.finish(pool.assigned(1), pool.assigned(1).slot(), "", 0);
    pool.pass(QUIET_MS);
    assertThat(ordered(1)).hasSize(2);
  }

  @Test
  void shouldLoadWhatWasFoundOnlyWhereThePromiseOfMemoryHasRoom() {
    has(0, FOUND, 9_000);
    resident(1, SlotMemory.promisedMb(HEAP_MB) - SlotMemory.ofClassesMb(9_000) + 1);
    resident(2, SlotMemory.promisedMb(HEAP_MB) - SlotMemory.ofClassesMb(9_000));
    pool.pass(QUIET_MS);
    assertThat(ordered(2)).containsExactly(FOUND);
    has(2, FOUND, 9_000);
    over(2, TrainingOutcome.DONE);
    pool.pass(100 * QUIET_MS);
    assertThat(ordered(1)).as("would break its promise").isEmpty();

    resident(1, 300);
    assertThat(ordered(1)).containsExactly(FOUND);
  }

  private void resident(int number, long mebibytes) {
    String rss = SlotFigure.RSS.key();
    pool.slot(
        number,
        new Message.Figures(
            Map.of(rss, mebibytes << 10), Map.of(rss, 0L), Message.CollectionNeed.NONE));
  }

  @Test
  void shouldNotTryAgainWhatASlotCannotKeep() {
    has(0, FOUND, 9_000);
    pool.pass(QUIET_MS);
    over(1, TrainingOutcome.DONE);
    over(2, TrainingOutcome.DONE);
    pool.pass(100 * QUIET_MS);
    assertThat(ordered(1)).hasSize(1);
    assertThat(ordered(2)).hasSize(1);
  }

  @Test
  void shouldGiveUpAProfileThatCannotBeReadInThreeProcesses() {
    make(CoreDriver.settingsWithProfiles("4x512", 0, SPARK));
    pool.pass(QUIET_MS);
    for (int number = 0; number < 3; number++) {
      assertThat(ordered(number)).hasSize(1);
      over(number, TrainingOutcome.FAILED);
    }
    pool.pass(100 * QUIET_MS);
    assertThat(ordered(0)).hasSize(1);
    assertThat(ordered(3)).isEmpty();
  }

  /** An audit drops the classes; it must not be that they are loaded and dropped for ever. */
  @Test
  void shouldLoadAgainWhatASlotHasLostButNotForEver() {
    has(0, FOUND, 9_000);
    pool.pass(QUIET_MS);
    int rounds = 0;
    while (ordered(1).size() > rounds) {
      rounds++;
      has(1, FOUND, 9_000);
      over(1, TrainingOutcome.DONE);
      over(2, TrainingOutcome.DONE);
      pool.slot(1, new Message.Profiles(Map.of()));
      pool.pass(QUIET_MS);
    }
    assertThat(rounds).isBetween(3, 20);
  }

  @Test
  void shouldLoadTheTwoThatWereFoundLast() {
    Map<String, Long> there = new HashMap<>();
    for (int number = 1; number <= 3; number++) {
      there.put(FOUND + number, 1_000L);
      pool.slot(0, new Message.Profiles(Map.copyOf(there)));
    }
    there.put(FOUND + 3, 1_001L);
    pool.slot(0, new Message.Profiles(Map.copyOf(there)));
    pool.pass(QUIET_MS);
    over(1, TrainingOutcome.DONE);
    over(1, TrainingOutcome.DONE);
    assertThat(ordered(1)).containsExactly(FOUND + 2, FOUND + 3);
  }

  @Test
  void shouldLoadThoseOfTheOptionsFirstAndNoMoreThanTwo() {
    make(CoreDriver.settingsWithProfiles("2x512", 0, SPARK));
    pool.slot(0, new Message.Profiles(Map.of(SPARK, 9_000L)));
    pool.slot(0, new Message.Profiles(Map.of(SPARK, 9_000L, FOUND + 1, 800L)));
    pool.slot(0, new Message.Profiles(Map.of(SPARK, 9_000L, FOUND + 1, 800L, FOUND + 2, 800L)));
    pool.pass(QUIET_MS);
    over(1, TrainingOutcome.DONE);
    over(1, TrainingOutcome.DONE);
    pool.pass(100 * QUIET_MS);
    assertThat(ordered(1)).containsExactly(SPARK, FOUND + 2);
  }

  @Test
  void shouldTellHowManySlotsHaveEach() {
    make(CoreDriver.settingsWithProfiles("3x512", 0, SPARK));
    has(0, SPARK, 9_000);
    has(1, SPARK, 9_000);
    pool.slot(2, new Message.Profiles(Map.of(FOUND, 700L)));
    pool.admin(99, new Message.StatusQuery());
    assertThat(pool.last(99, Message.Text.class).text().replace(" ", ""))
        .contains("\"slotsWithProfile\":{\"01234567\":1,\"spark\":2}");
  }

  private void has(int number, String profile, long classes) {
    pool.slot(number, new Message.Profiles(Map.of(profile, classes)));
  }

  private void over(int number, TrainingOutcome outcome) {
    pool.slot(number, new Message.Trained(outcome, "how it ended"));
  }

  private List<String> ordered(int number) {
    return pool.sent(CoreDriver.connectionOf(number), Message.Train.class).stream()
        .map(Message.Train::profile)
        .toList();
  }
}
