/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.Message.Ranks.Group;
import org.junit.jupiter.api.Test;

final class RanksWatchTest {
  private static final long WATCHER = 7;

  private final CoreDriver driver = new CoreDriver(CoreDriver.settings("2x512,1x1024", 0));

  private void report(int number, int heapMb, String job) {
    String binding = job.isEmpty() ? "" : "Open MPI 4.1.4";
    driver.slot(
        number,
        new Message.SlotHello(number, heapMb, binding, job, "process.log", "first", Map.of()));
  }

  private void reportAll() {
    report(0, 512, "job");
    report(1, 512, "job");
    report(2, 1024, "job");
  }

  private Message.Ranks last() {
    return driver.last(WATCHER, Message.Ranks.class);
  }

  private int told() {
    return driver.sent(WATCHER, Message.Ranks.class).size();
  }

  private static Message.Ranks ranks(String job, int small, int large) {
    return new Message.Ranks(job, List.of(new Group(512, small, 2), new Group(1024, large, 1)));
  }

  @Test
  void shouldTellAtOnceAndWithEachRankThatComes() {
    driver.executor(WATCHER, new Message.WatchRanks());
    assertThat(last()).isEqualTo(ranks("", 0, 0));

    report(0, 512, "job");
    assertThat(last()).isEqualTo(ranks("job", 1, 0));
    report(2, 1024, "job");
    assertThat(last()).isEqualTo(ranks("job", 1, 1));
    assertThat(told()).isEqualTo(3);
  }

  @Test
  void shouldSayNothingOfContainers() {
    reportAll();
    driver.executor(WATCHER, new Message.WatchRanks());
    driver.launch(1, "container_1_0001_01_000001", 256, 0);
    driver.finish(driver.assigned(1), 0, "", 0);

    assertThat(told()).isEqualTo(1);
    assertThat(last()).isEqualTo(ranks("job", 2, 1));
  }

  @Test
  void shouldCountNoSlotThatHasTakenThePlaceOfARank() {
    reportAll();
    driver.executor(WATCHER, new Message.WatchRanks());
    driver.gone(1);
    report(3, 512, "");

    assertThat(last()).isEqualTo(ranks("job", 1, 1));
  }

  @Test
  void shouldNotHopeForRanksThatNobodyReplaces() {
    CoreDriver cell = new CoreDriver(CoreDriver.settingsWithoutRenewal("2x512"));
    cell.report(0, 512, true);
    cell.executor(WATCHER, new Message.WatchRanks());
    assertThat(cell.last(WATCHER, Message.Ranks.class).groups())
        .containsExactly(new Group(512, 1, 2));

    cell.report(1, 512, true);
    cell.gone(1);

    assertThat(cell.last(WATCHER, Message.Ranks.class).groups())
        .containsExactly(new Group(512, 1, 1));
  }

  /** It has the largest heap; its slot serves containers of the slot's own size. */
  @Test
  void shouldCountASpareByTheSlotThatItHasTaken() {
    CoreDriver spared = CoreDriver.reported(CoreDriver.settings("2x512,1x1024", 1));
    spared.executor(WATCHER, new Message.WatchRanks());
    spared.gone(0);

    assertThat(spared.last(WATCHER, Message.Ranks.class).groups())
        .containsExactly(new Group(512, 2, 2), new Group(1024, 1, 1));
  }

  @Test
  void shouldCountOnASpareWhileItsSlotLeaves() {
    CoreDriver cell = CoreDriver.reported(CoreDriver.settingsWithoutRenewal("2x512", 1));
    cell.executor(WATCHER, new Message.WatchRanks());
    cell.admin(1, new Message.Retire(0));
    assertThat(cell.last(WATCHER, Message.Ranks.class).groups())
        .containsExactly(new Group(512, 1, 2));

    cell.gone(0);

    assertThat(cell.last(WATCHER, Message.Ranks.class).groups())
        .containsExactly(new Group(512, 2, 2));
  }

  @Test
  void shouldOfferNothingUntilADrainIsUndone() {
    reportAll();
    driver.executor(WATCHER, new Message.WatchRanks());
    driver.admin(1, new Message.Drain(0));

    assertThat(last().groups()).isEmpty();

    driver.admin(1, new Message.UndoDrain());

    assertThat(last().groups()).isNotEmpty();
  }

  @Test
  void shouldTellNobodyWhoHasGone() {
    driver.executor(WATCHER, new Message.WatchRanks());
    driver.closed(CoreDriver.executor(WATCHER));
    reportAll();

    assertThat(told()).isEqualTo(1);
  }
}
