/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.hpcreuse.pool.manager.state.Action;
import org.hpcreuse.protocol.wire.Message;
import org.junit.jupiter.api.Test;

/** When idle slots collect garbage, and what happens to containers meanwhile. */
final class CollectionTest {
  private static final long PAUSE_MS = 100;
  private static final long QUIET_MS = 2_000;
  private static final long GIVE_BACK_MS = 8_000;
  private static final long RELEASE_TIMEOUT_MS = 20_000;

  private CoreDriver pool = CoreDriver.reported(CoreDriver.settings("2x512", 0));

  @Test
  void shouldLetASlotCollectWhileAnotherIsFree() {
    runOne("c1", Message.CollectionNeed.DUE);
    pool.pass(PAUSE_MS - 1);
    assertThat(collections(0)).isEmpty();
    pool.pass(1);
    assertThat(collections(0)).containsExactly(new Message.Collect(false));
  }

  @Test
  void shouldGiveContainersToOtherSlotsWhileOneCollects() {
    runOne("c1", Message.CollectionNeed.DUE);
    pool.pass(PAUSE_MS);
    pool.launch(2, "c2", 512, 10_000);
    assertThat(pool.assigned(2).slot()).isEqualTo(1);
    pool.launch(3, "c3", 512, 10_000);
    assertThat(pool.sent(3, Message.Assigned.class)).isEmpty();
    collected(0, Message.CollectionNeed.NONE);
    assertThat(pool.assigned(3).slot()).isZero();
  }

  @Test
  void shouldNotLetTheOnlyFreeSlotCollectWhileAContainerRuns() {
    runOne("c1", Message.CollectionNeed.DUE);
    pool.launch(2, "c2", 512, 0);
    pool.slot(1, new Message.Running(pool.assigned(2).lease(), 5));
    pool.pass(10 * QUIET_MS);
    assertThat(collections(0)).isEmpty();
    assertThat(pool.core.nextDueMs()).isGreaterThan(pool.clock.get());
    pool.finish(pool.assigned(2), 1, "", 0);
    assertThat(collections(0)).as("the other slot is free again").hasSize(1);
  }

  @Test
  void shouldLetTheOnlySlotCollectWhenThePoolIsQuiet() {
    pool = CoreDriver.reported(CoreDriver.settings("1x512", 0));
    runOne("c1", Message.CollectionNeed.DUE);
    pool.pass(QUIET_MS - 1);
    assertThat(collections(0)).isEmpty();
    pool.pass(1);
    assertThat(collections(0)).hasSize(1);
  }

  @Test
  void shouldLetOneSlotCollectAtATime() {
    runOne("c1", Message.CollectionNeed.DUE);
    runOne("c2", Message.CollectionNeed.DUE);
    pool.pass(QUIET_MS);
    pool.pass(QUIET_MS);
    assertThat(collections(0)).hasSize(1);
    assertThat(collections(1)).isEmpty();
    collected(0, Message.CollectionNeed.NONE);
    assertThat(collections(1)).hasSize(1);
  }

  @Test
  void shouldNotCollectInASmallSlotsPlaceWhenOnlyASmallerOneIsFree() {
    pool = CoreDriver.reported(CoreDriver.settings("1x512,1x1024", 0));
    pool.need = Message.CollectionNeed.DUE;
    pool.launch(1, "large", 1024, 0);
    pool.finish(pool.assigned(1), 1, "", 0);
    pool.launch(2, "small", 256, 0);
    pool.slot(0, new Message.Running(pool.assigned(2).lease(), 5));
    pool.pass(QUIET_MS);
    assertThat(collections(1)).isEmpty();
  }

  @Test
  void shouldGiveMemoryBackWhenASlotHasRestedForLong() {
    runOne("c1", Message.CollectionNeed.ROUTINE);
    pool.pass(QUIET_MS);
    collected(0, Message.CollectionNeed.GIVE_BACK);
    pool.pass(GIVE_BACK_MS - 1);
    assertThat(collections(0)).containsExactly(new Message.Collect(false));
    pool.pass(1);
    assertThat(collections(0)).endsWith(new Message.Collect(true));
    collected(0, Message.CollectionNeed.NONE);
    pool.pass(100 * GIVE_BACK_MS);
    assertThat(collections(0)).hasSize(2);
    assertThat(pool.core.nextDueMs()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void shouldShowInItsStatusWhatACollectionWouldBring() {
    runOne("c1", Message.CollectionNeed.ROUTINE);
    assertThat(collectionNeeds()).containsExactly("ROUTINE", "NONE");
    pool.pass(QUIET_MS);
    collected(0, Message.CollectionNeed.GIVE_BACK);
    assertThat(collectionNeeds()).containsExactly("GIVE_BACK", "NONE");
  }

  @Test
  void shouldReplaceASlotThatDoesNotComeBackFromACollection() {
    runOne("c1", Message.CollectionNeed.DUE);
    pool.pass(PAUSE_MS);
    pool.pass(RELEASE_TIMEOUT_MS - 1);
    assertThat(pool.all(Action.Kill.class)).isEmpty();
    pool.pass(1);
    assertThat(pool.all(Action.Kill.class))
        .extracting(Action.Kill::pid)
        .containsExactly(CoreDriver.pidOf(0));
  }

  @Test
  void shouldRetireASlotWhoseCollectionShowsALeak() {
    runOne("c1", Message.CollectionNeed.DUE);
    pool.pass(PAUSE_MS);
    Map<String, Long> leak = Map.of("fds", 300L);
    pool.slot(0, new Message.Figures(leak, Map.of("fds", 101L), Message.CollectionNeed.NONE));
    assertThat(pool.sent(CoreDriver.connectionOf(0), Message.Leave.class)).hasSize(1);
  }

  @Test
  void shouldCollectInASlotThatHasComeBackToANewManager() {
    runOne("c1", Message.CollectionNeed.DUE);
    CoreDriver next = pool.successor(CoreDriver.settings("2x512", 0));
    for (int number = 0; number < 2; number++) {
      Message.SlotHello hello =
          new Message.SlotHello(number, 512, "Open MPI 4.1.4", "process.log", "first");
      next.slot(number, new Message.SlotReturn(hello, List.of()));
    }
    next.pass(QUIET_MS);
    assertThat(next.sent(CoreDriver.connectionOf(0), Message.Collect.class)).hasSize(1);
  }

  /** The driver's slots are given in turn: the first container runs in slot 0. */
  private void runOne(String id, Message.CollectionNeed need) {
    pool.need = need;
    pool.launch(1, id, 512, 0);
    pool.finish(pool.assigned(1), pool.assigned(1).slot(), "", 0);
    pool.need = Message.CollectionNeed.NONE;
  }

  private void collected(int number, Message.CollectionNeed need) {
    pool.slot(number, new Message.Figures(Map.of(), Map.of(), need));
  }

  private List<String> collectionNeeds() {
    pool.admin(99, new Message.StatusQuery());
    String status = pool.last(99, Message.Text.class).text();
    return Pattern.compile("\"collectionNeed\"\\s*:\\s*\"(\\w+)\"")
        .matcher(status)
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  private List<Message.Collect> collections(int number) {
    return pool.sent(CoreDriver.connectionOf(number), Message.Collect.class);
  }
}
