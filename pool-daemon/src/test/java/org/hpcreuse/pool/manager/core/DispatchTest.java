/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.hpcreuse.pool.manager.state.Action;
import org.hpcreuse.protocol.FallbackReason;
import org.hpcreuse.protocol.wire.Message;
import org.junit.jupiter.api.Test;

final class DispatchTest {
  private static int slotOf(List<Action> actions, long connection) {
    List<Message.Assigned> assigned =
        CoreDriver.sentIn(actions, connection, Message.Assigned.class);
    assertThat(assigned).hasSize(1);
    return assigned.get(0).slot();
  }

  private static FallbackReason reasonOf(List<Action> actions, long connection) {
    List<Message.Declined> declined =
        CoreDriver.sentIn(actions, connection, Message.Declined.class);
    assertThat(declined).hasSize(1);
    return declined.get(0).reason();
  }

  @Test
  void shouldTakeFreeSlotsInTurn() {
    assertThat(oneAfterTheOther("3x512")).containsExactly(0, 1, 2, 0, 1);
  }

  @Test
  void shouldTakeTheSmallestSlotsInTurn() {
    assertThat(oneAfterTheOther("1x512,2x256")).containsExactly(1, 2, 1, 2, 1);
  }

  /** The slots that get five containers. */
  private static List<Integer> oneAfterTheOther(String slots) {
    CoreDriver pool = CoreDriver.reported(CoreDriver.settings(slots, 0));
    return IntStream.range(0, 5)
        .mapToObj(
            i -> {
              List<Action> actions = pool.launch(1, "c" + i, 256, 0);
              int slot = slotOf(actions, 1);
              pool.finish(pool.assigned(1), slot, "", 0);
              return slot;
            })
        .toList();
  }

  /** Slot 1 is no rank any more; slots 0 and 2 are. */
  private static CoreDriver poolThatHasLostARank() {
    CoreDriver pool = CoreDriver.reported(CoreDriver.settingsWithoutRenewal("3x512"));
    pool.gone(1);
    pool.report(3, 512, false);
    return pool;
  }

  @Test
  void shouldGiveAContainerThatNeedsMpiARank() {
    CoreDriver pool = poolThatHasLostARank();

    assertThat(slotOf(pool.launchWithMpi(1, "a", 256, 1_000), 1)).isEqualTo(0);
    assertThat(slotOf(pool.launchWithMpi(2, "b", 256, 1_000), 2)).isEqualTo(2);
    pool.launchWithMpi(3, "c", 256, 1_000);
    assertThat(pool.sent(3, Message.Assigned.class)).isEmpty();
    assertThat(reasonOf(pool.pass(1_000), 3)).isEqualTo(FallbackReason.POOL_BUSY);
    assertThat(pool.last(3, Message.Declined.class).detail()).contains("with MPI");
  }

  @Test
  void shouldLeaveRanksToThoseThatNeedMpi() {
    CoreDriver pool = poolThatHasLostARank();

    assertThat(slotOf(pool.launch(1, "a", 256, 0), 1)).isEqualTo(1);
    assertThat(slotOf(pool.launch(2, "b", 256, 0), 2)).isEqualTo(2);
  }

  @Test
  void shouldDeclineWhenNoRankIsLeft() {
    CoreDriver pool = CoreDriver.reported(CoreDriver.settingsWithoutRenewal("1x512"));
    pool.gone(0);
    pool.report(1, 512, false);

    assertThat(reasonOf(pool.launchWithMpi(1, "a", 256, 60_000), 1))
        .isEqualTo(FallbackReason.NO_MPI);
    assertThat(slotOf(pool.launch(2, "b", 256, 0), 2)).isEqualTo(0);
  }

  @Test
  void shouldDeclineWhatNeedsMpiInAPoolWithout() {
    CoreDriver pool =
        CoreDriver.reported(CoreDriver.settings("1x512", 0, "none", 0, Long.MAX_VALUE));

    assertThat(reasonOf(pool.launchWithMpi(1, "a", 256, 60_000), 1))
        .isEqualTo(FallbackReason.NO_MPI);
  }

  @Test
  void shouldTakeSmallestSizeThatFits() {
    CoreDriver pool = CoreDriver.reported(CoreDriver.settings("1x2048,2x512,1x1024", 0));

    assertThat(slotOf(pool.launch(1, "small", 512, 0), 1)).isEqualTo(1);
    assertThat(slotOf(pool.launch(1, "middle", 513, 0), 1)).isEqualTo(3);
    assertThat(slotOf(pool.launch(1, "large", 2048, 0), 1)).isEqualTo(0);
  }

  @Test
  void shouldTakeLargerSizeWhenNothingOfTheSmallestFittingIsFree() {
    CoreDriver pool = CoreDriver.reported(CoreDriver.settings("1x512,1x1024", 0));

    assertThat(slotOf(pool.launch(1, "a", 256, 0), 1)).isEqualTo(0);
    assertThat(slotOf(pool.launch(1, "b", 256, 0), 1)).isEqualTo(1);
    assertThat(reasonOf(pool.launch(1, "c", 256, 0), 1)).isEqualTo(FallbackReason.POOL_BUSY);
  }

  @Test
  void shouldDeclineAtOnceWhenLargerThanEverySlot() {
    CoreDriver pool = CoreDriver.reported(CoreDriver.settings("1x512", 1));

    assertThat(reasonOf(pool.launch(1, "a", 513, 60_000), 1))
        .isEqualTo(FallbackReason.HEAP_TOO_LARGE);
  }

  @Test
  void shouldServeFirstComeFirstWhenASlotBecomesFree() {
    CoreDriver pool = CoreDriver.reported(CoreDriver.settings("1x512", 0));
    pool.launch(1, "a", 256, 0);
    pool.launch(2, "b", 256, 1_000);
    pool.launch(3, "c", 256, 1_000);

    pool.finish(pool.assigned(1), 0, "", 0);

    assertThat(pool.assigned(2).containerId()).isEqualTo("b");
    assertThat(pool.sent(3, Message.Assigned.class)).isEmpty();
  }

  @Test
  void shouldDeclineWhenHeldTooLong() {
    CoreDriver pool = CoreDriver.reported(CoreDriver.settings("1x512", 0));
    pool.launch(1, "a", 256, 0);
    pool.launch(2, "b", 256, 1_000);

    assertThat(pool.core.nextDueMs()).isEqualTo(pool.clock.get() + 1_000);
    assertThat(pool.pass(999)).isEmpty();
    assertThat(reasonOf(pool.pass(1), 2)).isEqualTo(FallbackReason.POOL_BUSY);
    assertThat(pool.last(2, Message.Declined.class).detail())
        .contains("256 MiB", "1000 ms", "busy=1", "waiting=1");
  }

  @Test
  void shouldLetAContainerWaitForASlotThatStartsWithThePool() {
    CoreDriver pool = new CoreDriver(CoreDriver.settings("1x512,1x1024", 0));
    pool.report(0, 512, true);
    pool.launch(1, "large", 1024, 1_000);
    assertThat(reasonOf(pool.launch(2, "never-waits", 1024, 0), 2))
        .isEqualTo(FallbackReason.POOL_BUSY);

    pool.pass(1_000);

    assertThat(pool.sent(1, Message.Declined.class)).isEmpty();
    assertThat(pool.core.nextDueMs()).isEqualTo(pool.clock.get() + 1_000);
    pool.report(1, 1024, true);
    assertThat(pool.assigned(1).slot()).isEqualTo(1);
  }

  @Test
  void shouldNotLetALargeContainerAtTheHeadBlockSmallOnes() {
    CoreDriver pool = CoreDriver.reported(CoreDriver.settings("2x512,1x1024", 0));
    pool.launch(1, "large", 1024, 0);
    Message.Assigned large = pool.assigned(1);
    pool.launch(2, "waits", 1024, 60_000);

    assertThat(slotOf(pool.launch(3, "small", 256, 60_000), 3)).isEqualTo(0);

    pool.launch(4, "small2", 256, 60_000);
    pool.launch(5, "small3", 256, 60_000);
    pool.finish(large, 2, "", 0);
    assertThat(pool.assigned(2).slot()).as("the longer waiting gets the large slot").isEqualTo(2);
    assertThat(pool.sent(5, Message.Assigned.class)).isEmpty();
  }

  @Test
  void shouldDeclinePoolDownWhenNothingIsAliveOrStarting() {
    CoreDriver pool = new CoreDriver(CoreDriver.settings("1x512", 0));
    pool.launch(1, "a", 256, 60_000);
    assertThat(pool.sent(1, Message.Declined.class)).as("slots are starting").isEmpty();

    List<Action> actions = pool.took(pool.core.mpirunEnded("exit status 1"));

    assertThat(reasonOf(actions, 1)).isEqualTo(FallbackReason.POOL_DOWN);
    assertThat(reasonOf(pool.launch(2, "b", 256, 60_000), 2)).isEqualTo(FallbackReason.POOL_DOWN);
  }

  @Test
  void shouldForgetAWaitingContainerWhenItsExecutorHangsUp() {
    CoreDriver pool = CoreDriver.reported(CoreDriver.settings("1x512", 0));
    pool.launch(1, "a", 256, 0);
    pool.launch(2, "b", 256, 1_000);
    pool.took(pool.core.closed(CoreDriver.executor(2)));

    pool.finish(pool.assigned(1), 0, "", 0);

    assertThat(pool.sent(2, Message.Assigned.class)).isEmpty();
  }

  @Test
  void shouldDeclineAContainerThatIsInThePoolAlready() {
    CoreDriver pool = CoreDriver.reported(CoreDriver.settings("2x512", 0));
    pool.launch(1, "a", 256, 0);

    assertThat(reasonOf(pool.launch(2, "a", 256, 0), 2))
        .isEqualTo(FallbackReason.DUPLICATE_CONTAINER);
  }

  @Test
  void shouldTellExecutorAndFreeTheSlotWhenTheSlotDeclines() {
    CoreDriver pool = CoreDriver.reported(CoreDriver.settings("1x512", 0));
    pool.launch(1, "a", 256, 0);
    long lease = pool.assigned(1).lease();

    List<Action> actions =
        pool.slot(0, new Message.Declined("a", lease, FallbackReason.CLASS_PATH, "no agent"));

    assertThat(reasonOf(actions, 1)).isEqualTo(FallbackReason.CLASS_PATH);
    assertThat(slotOf(pool.launch(2, "b", 256, 0), 2)).isEqualTo(0);
  }

  @Test
  void shouldRetireASlotThatCannotPrepareItself() {
    CoreDriver pool = CoreDriver.reported(CoreDriver.settings("1x512", 0));
    pool.launch(1, "a", 256, 0);
    long lease = pool.assigned(1).lease();

    List<Action> actions =
        pool.slot(
            0, new Message.Declined("a", lease, FallbackReason.SLOT_PREPARE, "no communicator"));

    assertThat(reasonOf(actions, 1)).isEqualTo(FallbackReason.SLOT_PREPARE);
    assertThat(CoreDriver.sentIn(actions, CoreDriver.connectionOf(0), Message.Leave.class))
        .hasSize(1);
  }
}
