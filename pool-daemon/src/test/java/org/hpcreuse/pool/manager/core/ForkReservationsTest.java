/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.hpcreuse.pool.manager.queue.ForkReservations;
import org.hpcreuse.pool.manager.state.Action;
import org.hpcreuse.protocol.FallbackReason;
import org.hpcreuse.protocol.wire.Message;
import org.junit.jupiter.api.Test;

/** Slots of 512 MiB are counted as containers of 640 MiB, those of 1024 as 1280. */
final class ForkReservationsTest {
  private final CoreDriver driver =
      CoreDriver.reported(CoreDriver.settingsWithHeadroom("2x512,1x1024", 1, 640));

  private void fork(long connection, int memoryMb) {
    driver.executor(
        connection,
        new Message.Fork("forked-" + connection, Optional.of(FallbackReason.OPTED_OUT), memoryMb));
  }

  private boolean hasRoom(long connection) {
    return !driver.sent(connection, Message.Done.class).isEmpty();
  }

  private boolean isSentAway(int number) {
    return !driver.sent(CoreDriver.connectionOf(number), Message.Leave.class).isEmpty();
  }

  private void over(long connection) {
    driver.took(driver.core.closed(CoreDriver.executor(connection)));
  }

  @Test
  void shouldTakeForkedContainersAsLongAsThereIsRoom() {
    fork(1, 600);

    assertThat(hasRoom(1)).isTrue();
    assertThat(isSentAway(0) || isSentAway(1) || isSentAway(2)).isFalse();
  }

  @Test
  void shouldSendTheSmallestSlotAwayThatMakesRoomAndWaitUntilItIsGone() {
    fork(1, 640);
    fork(2, 640);
    assertThat(isSentAway(0)).isTrue();
    assertThat(isSentAway(1) || isSentAway(2)).isFalse();
    assertThat(hasRoom(2)).isFalse();

    driver.gone(0);

    assertThat(hasRoom(2)).isTrue();
    assertThat(driver.all(Action.StartSlot.class)).isEmpty();
  }

  @Test
  void shouldTakeALargerSlotOrSeveral() {
    fork(1, 640);
    fork(2, 1300);
    assertThat(isSentAway(2)).isTrue();
    assertThat(isSentAway(0)).isTrue();
    driver.gone(2);
    assertThat(hasRoom(2)).isFalse();

    driver.gone(0);

    assertThat(hasRoom(2)).isTrue();
  }

  @Test
  void shouldWaitForASlotToBecomeFree() {
    for (int connection = 1; connection <= 3; connection++) {
      driver.launch(connection, "c" + connection, 512, 0);
    }
    fork(4, 640);
    fork(5, 640);
    assertThat(hasRoom(5)).isFalse();

    driver.finish(driver.assigned(1), 0, "", 0);
    driver.gone(0);

    assertThat(hasRoom(5)).isTrue();
  }

  @Test
  void shouldLetTheSlotComeBackSomeTimeAfterTheForkedContainerIsOver() {
    fork(1, 640);
    fork(2, 640);
    driver.gone(0);
    driver.pass(10 * ForkReservations.GIVE_BACK_MS);
    over(2);
    driver.pass(ForkReservations.GIVE_BACK_MS - 1);
    driver.launch(9, "large", 1024, 0);
    driver.launch(10, "first", 512, 0);
    driver.launch(11, "second", 512, 60_000);
    assertThat(driver.sent(11, Message.Assigned.class)).isEmpty();

    driver.pass(1);

    // The spare has taken its place.
    assertThat(driver.assigned(11).slotPid()).isEqualTo(CoreDriver.pidOf(3));
    assertThat(driver.assigned(11).slot()).isZero();
  }

  @Test
  void shouldKeepTheSlotAwayForTheNextForkedContainer() {
    fork(1, 640);
    fork(2, 640);
    driver.gone(0);
    over(2);
    driver.pass(ForkReservations.GIVE_BACK_MS - 1);
    fork(3, 640);
    assertThat(hasRoom(3)).isTrue();

    driver.pass(ForkReservations.GIVE_BACK_MS - 1);

    assertThat(isSentAway(1)).isFalse();
    assertThat(driver.all(Action.StartSlot.class)).isEmpty();
  }

  @Test
  void shouldHoldAContainerWhoseOnlySlotIsAway() {
    fork(1, 640);
    fork(2, 1280);
    driver.gone(2);

    driver.launch(3, "large", 1024, 60_000);

    assertThat(driver.sent(3, Message.Declined.class)).isEmpty();
    over(2);
    driver.pass(ForkReservations.GIVE_BACK_MS);
    assertThat(driver.assigned(3).slot()).isEqualTo(2);
  }

  @Test
  void shouldNotCountForkedContainersWithoutALimit() {
    CoreDriver unlimited = CoreDriver.reported(CoreDriver.settings("1x512", 0));

    unlimited.executor(1, new Message.Fork("a", Optional.of(FallbackReason.OPTED_OUT), 1_000_000));

    assertThat(unlimited.sent(1, Message.Done.class)).hasSize(1);
    assertThat(unlimited.sent(CoreDriver.connectionOf(0), Message.Leave.class)).isEmpty();
  }

  @Test
  void shouldNotTakeThePoolForIdleWhileAForkedContainerRuns() {
    CoreDriver withoutRank = CoreDriver.reported(CoreDriver.settings("1x512", 0));
    withoutRank.gone(0);
    withoutRank.report(1, 512, false);
    withoutRank.executor(1, new Message.Fork("master", Optional.of(FallbackReason.OPTED_OUT), 640));

    withoutRank.pass(10 * MpiRenewal.IDLE_MS);
    assertThat(withoutRank.sent(CoreDriver.connectionOf(1), Message.Leave.class)).isEmpty();

    withoutRank.took(withoutRank.core.closed(CoreDriver.executor(1)));
    withoutRank.pass(MpiRenewal.IDLE_MS);
    assertThat(withoutRank.sent(CoreDriver.connectionOf(1), Message.Leave.class)).hasSize(1);
  }

  @Test
  void shouldRefuseAContainerOfLessThanNothing() {
    fork(1, -1);

    assertThat(driver.sent(1, Message.Refused.class)).hasSize(1);
    assertThat(driver.sent(1, Message.Done.class)).isEmpty();
  }
}
