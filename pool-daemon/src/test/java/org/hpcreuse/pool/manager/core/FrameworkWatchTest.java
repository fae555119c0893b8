/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.core;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import org.hpcreuse.pool.manager.slots.FrameworkWatch;
import org.hpcreuse.pool.manager.state.Action;
import org.hpcreuse.pool.manager.state.PoolSettings;
import org.hpcreuse.protocol.wire.Message;
import org.junit.jupiter.api.Test;

/** What happens to slots when the framework's files are replaced. */
final class FrameworkWatchTest {
  private static final PoolSettings TWO = CoreDriver.settings("2x512", 0, "none", 0, 8);
  private static final PoolSettings WITH_SPARE = CoreDriver.settings("2x512", 1, "none", 0, 8);
  private static final int EXECUTOR = 1;
  private static final int ADMIN = 9;

  private static CoreDriver started(PoolSettings settings) {
    CoreDriver pool = new CoreDriver(settings);
    int processes = settings.slotCount() + settings.spares();
    for (int number = 0; number < processes; number++) {
      pool.started(number);
      pool.report(number, 512, false);
    }
    return pool;
  }

  private static void replaceFiles(CoreDriver pool) {
    pool.framework.set("second");
    pool.pass(FrameworkWatch.MIN_PAUSE_MS);
  }

  private static List<Message.Leave> toldToLeave(CoreDriver pool, int number) {
    return pool.sent(CoreDriver.connectionOf(number), Message.Leave.class);
  }

  private static JsonNode status(CoreDriver pool) throws IOException {
    pool.admin(ADMIN, new Message.StatusQuery());
    return new ObjectMapper().readTree(pool.last(ADMIN, Message.Text.class).text());
  }

  @Test
  void shouldKeepSlotsWhileTheFilesStay() {
    CoreDriver pool = started(TWO);
    pool.pass(10 * FrameworkWatch.MIN_PAUSE_MS);

    pool.launch(EXECUTOR, "a", 256, 10_000);

    assertThat(pool.sent(EXECUTOR, Message.Assigned.class)).hasSize(1);
    assertThat(toldToLeave(pool, 1)).isEmpty();
  }

  @Test
  void shouldReplaceFreeSlotsAndSparesBeforeTheNextContainerGetsOne() {
    CoreDriver pool = started(WITH_SPARE);
    replaceFiles(pool);

    pool.launch(EXECUTOR, "a", 256, 10_000);

    assertThat(pool.sent(EXECUTOR, Message.class)).isEmpty();
    for (int number = 0; number < 3; number++) {
      assertThat(toldToLeave(pool, number)).hasSize(1);
      pool.gone(number);
    }
    List<Action.StartSlot> fresh = pool.all(Action.StartSlot.class);
    int number = fresh.get(fresh.size() - 1).number();
    pool.report(number, 512, false);
    pool.report(number - 1, 512, false);
    pool.report(number - 2, 512, false);
    assertThat(pool.assigned(EXECUTOR).containerId()).isEqualTo("a");
  }

  @Test
  void shouldLetABusySlotFinishItsContainer() throws IOException {
    CoreDriver pool = started(TWO);
    pool.launch(EXECUTOR, "a", 256, 10_000);
    Message.Assigned given = pool.assigned(EXECUTOR);
    int number = (int) (given.slotPid() - CoreDriver.pidOf(0));
    replaceFiles(pool);

    pool.launch(2, "b", 256, 10_000);

    assertThat(toldToLeave(pool, number)).isEmpty();
    assertThat(toldToLeave(pool, 1 - number)).hasSize(1);
    assertThat(status(pool).at("/pool/slotsOutdated").asInt()).isEqualTo(2);
    pool.finish(given, number, "", 0);
    assertThat(pool.last(EXECUTOR, Message.Exited.class).status()).isZero();
    assertThat(toldToLeave(pool, number)).hasSize(1);
    assertThat(status(pool).at("/retirements/framework-changed").asInt()).isEqualTo(2);
  }

  @Test
  void shouldTellOfItInTheStatusOfAnIdlePool() throws IOException {
    CoreDriver pool = started(TWO);
    assertThat(status(pool).at("/pool/frameworkChanges").asInt()).isZero();
    replaceFiles(pool);

    JsonNode status = status(pool);

    assertThat(status.at("/pool/frameworkChanges").asInt()).isEqualTo(1);
    assertThat(status.at("/pool/framework").asText()).isEqualTo("second");
    assertThat(status.at("/pool/slotsOutdated").asInt()).isEqualTo(2);
  }

  @Test
  void shouldRetireSlotsThatAnEarlierManagerHasStartedWithOtherFiles() {
    CoreDriver first = started(TWO);
    first.launch(EXECUTOR, "a", 256, 10_000);
    Message.Assigned given = first.assigned(EXECUTOR);
    int number = (int) (given.slotPid() - CoreDriver.pidOf(0));
    CoreDriver next = first.successor(TWO);

    next.slot(number, back(number, new Message.SlotReturn.LastLease(given.lease(), "a", "/w")));
    next.slot(1 - number, back(1 - number));

    assertThat(toldToLeave(next, 1 - number)).hasSize(1);
    assertThat(toldToLeave(next, number)).isEmpty();
    next.finish(given, number, "", 0);
    assertThat(toldToLeave(next, number)).hasSize(1);
  }

  private static Message.SlotReturn back(int number, Message.SlotReturn.LastLease... last) {
    return new Message.SlotReturn(
        new Message.SlotHello(number, 512, "", "process.log", "before the first"), List.of(last));
  }

  @Test
  void shouldLookSeldomAndTheMoreSeldomTheLongerItTakes() {
    CoreDriver pool = started(TWO);
    assertThat(pool.looks).isEqualTo(1);

    ask(pool, 10);
    assertThat(pool.looks).isEqualTo(1);
    pool.pass(FrameworkWatch.MIN_PAUSE_MS);
    pool.lookMs = 200;
    ask(pool, 10);
    assertThat(pool.looks).isEqualTo(2);
    pool.pass(200 * FrameworkWatch.PAUSE_FACTOR - 1);
    ask(pool, 10);
    assertThat(pool.looks).isEqualTo(2);
    pool.pass(1);
    ask(pool, 10);
    assertThat(pool.looks).isEqualTo(3);
  }

  private static void ask(CoreDriver pool, int times) {
    for (int i = 0; i < times; i++) {
      pool.admin(ADMIN, new Message.StatusQuery());
    }
  }

  @Test
  void shouldKeepSlotsWhenTheFilesCannotBeLookedAt() {
    CoreDriver pool = started(TWO);
    pool.pass(FrameworkWatch.MIN_PAUSE_MS);
    pool.diskFails = true;

    pool.launch(EXECUTOR, "a", 256, 10_000);

    assertThat(pool.looks).isEqualTo(2);
    assertThat(pool.sent(EXECUTOR, Message.Assigned.class)).hasSize(1);
  }

  @Test
  void shouldNotWaitForADiskThatHangs() throws IOException {
    CoreDriver pool = started(TWO);
    pool.pass(FrameworkWatch.MIN_PAUSE_MS);
    pool.diskHangs = true;
    pool.launch(EXECUTOR, "a", 256, 0);
    pool.admin(ADMIN, new Message.StatusQuery());
    assertThat(pool.sent(EXECUTOR, Message.class)).isEmpty();
    assertThat(pool.sent(ADMIN, Message.Text.class)).isEmpty();

    pool.pass(FrameworkWatch.LOOK_MS);

    assertThat(pool.sent(EXECUTOR, Message.Assigned.class)).hasSize(1);
    assertThat(pool.sent(ADMIN, Message.Text.class)).hasSize(1);
    pool.launch(2, "b", 256, 0);
    assertThat(pool.sent(2, Message.Assigned.class)).hasSize(1);
    pool.took(pool.core.frameworkSeen("second"));
    assertThat(status(pool).at("/pool/frameworkChanges").asInt()).isEqualTo(1);
  }
}
