/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.hpcreuse.protocol.SlotMemory;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.SlotFigure;
import org.junit.jupiter.api.Test;

/** What comes of a slot that holds more memory than it has promised. */
final class MemoryPromiseTest {
  private static final int HEAP_MB = 512;
  private static final long READY_MB = 250;
  private static final int PROMISED_MB = SlotMemory.promisedMb(HEAP_MB);

  /** The last connection that a container was sent over to see whether it gets the slot. */
  private long asked = 100;

  private final CoreDriver pool = CoreDriver.reported(CoreDriver.settings("1x512", 0));

  @Test
  void shouldLeaveASlotAloneThatKeepsItsPromise() {
    runOne("c1", PROMISED_MB);

    assertThat(collections()).isEmpty();
    assertThat(isFree()).isTrue();
  }

  @Test
  void shouldLetASlotGiveMemoryBackBeforeItTakesAnotherContainer() {
    runOne("c1", PROMISED_MB + 1);
    assertThat(collections()).containsExactly(new Message.Collect(true));
    assertThat(isFree()).as("free while it collects").isFalse();

    collected(250, Message.CollectionNeed.NONE);

    assertThat(pool.sent(CoreDriver.connectionOf(0), Message.Leave.class)).isEmpty();
    assertThat(isFree()).isTrue();
    assertThat(collections()).hasSize(1);
  }

  @Test
  void shouldReplaceASlotThatCannotKeepItsPromise() {
    runOne("c1", PROMISED_MB + 1);

    collected(PROMISED_MB + 1, Message.CollectionNeed.NONE);

    assertThat(pool.sent(CoreDriver.connectionOf(0), Message.Leave.class)).hasSize(1);
    assertThat(isFree()).isFalse();
  }

  @Test
  void shouldLetASlotTryAgainThatHasNotGivenAllBack() {
    runOne("c1", PROMISED_MB + 1);

    collected(PROMISED_MB + 1, Message.CollectionNeed.GIVE_BACK);

    assertThat(collections()).hasSize(2);
    assertThat(pool.sent(CoreDriver.connectionOf(0), Message.Leave.class)).isEmpty();
  }

  @Test
  void shouldNotReplaceASlotForWhatItHasFromItsStart() {
    long ready = PROMISED_MB + 50L;
    pool.slot(0, figures(ready, 0, Message.CollectionNeed.NONE));
    pool.slot(0, figures(ready + 50, 50, Message.CollectionNeed.NONE));
    assertThat(isFree()).isTrue();
  }

  @Test
  void shouldReplaceASlotThatWasReadyOnlyAfterAContainerHadLeftMuch() {
    pool.slot(0, figures(4L * PROMISED_MB, 0, Message.CollectionNeed.NONE));
    assertThat(isFree()).isFalse();
  }

  private void runOne(String container, long residentMb) {
    pool.need = Message.CollectionNeed.ROUTINE;
    pool.residentMb = residentMb;
    pool.launch(1, container, HEAP_MB, 0);
    pool.finish(pool.assigned(1), 0, "", 0);
  }

  private void collected(long residentMb, Message.CollectionNeed need) {
    pool.slot(0, figures(residentMb, residentMb - READY_MB, need));
  }

  private static Message figures(long residentMb, long growthMb, Message.CollectionNeed need) {
    String key = SlotFigure.RSS.key();
    return new Message.Figures(Map.of(key, residentMb << 10), Map.of(key, growthMb << 10), need);
  }

  private List<Message.Collect> collections() {
    return pool.sent(CoreDriver.connectionOf(0), Message.Collect.class);
  }

  private boolean isFree() {
    long connection = ++asked;
    pool.launch(connection, "next" + connection, HEAP_MB, 0);
    return !pool.sent(connection, Message.Assigned.class).isEmpty();
  }
}
