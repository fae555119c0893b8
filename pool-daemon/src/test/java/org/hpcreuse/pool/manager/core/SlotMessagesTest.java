/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.core;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.hpcreuse.pool.manager.state.Action;
import org.hpcreuse.protocol.ContainerSignal;
import org.hpcreuse.protocol.FallbackReason;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.ResidueRow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A container lives in the same process as the voice of its slot. Whatever slots say, in any order:
 * each container has one end, its own, and the manager goes on.
 */
final class SlotMessagesTest {
  private static final long ADMIN = 1;
  private static final int PROCESSES = 3;
  private static final int STEPS = 20_000;
  private static final long[] NUMBERS = {0, 1, -1, 255, 256, Long.MIN_VALUE, Long.MAX_VALUE};

  private final CoreDriver pool = CoreDriver.reported(CoreDriver.settings("2x512", 1));

  /** Containers by the connection of their executor, which launches one only. */
  private final Map<Long, String> launched = new TreeMap<>();

  /** What executors were told of their containers' ends. */
  private final Map<Long, List<Message>> ends = new TreeMap<>();

  private final List<Long> leases = new ArrayList<>();
  private final List<Integer> numbers = new ArrayList<>(List.of(0, 1, 2));
  private SplittableRandom random;
  private long lastExecutor = 100;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void shouldGiveEachContainerOneEndWhateverSlotsSay(long seed) throws JsonProcessingException {
    random = new SplittableRandom(seed);
    Set<String> said = new TreeSet<>();
    for (int i = 0; i < STEPS; i++) {
      switch (random.nextInt(12)) {
        case 0 -> launch();
        case 1 -> pool.pass(random.nextInt(3_000));
        case 2 -> {
          Message.MpiCheckQuery check = new Message.MpiCheckQuery(1_000);
          pool.admin(ADMIN, random.nextBoolean() ? check : new Message.AuditQuery(1_000, ""));
        }
        default -> {
          Message message = anything();
          said.add(message.getClass().getSimpleName());
          pool.slot(numbers.get(random.nextInt(numbers.size())), message);
        }
      }
      carryOut();
    }
    assertThat(said).hasSize(11);

    launched.forEach(
        (executor, id) -> pool.executor(executor, new Message.Signal(id, ContainerSignal.KILL)));
    carryOut();
    pool.pass(10_000);
    carryOut();
    launched.forEach(this::assertOneEnd);
    assertStatusIsTrue();
  }

  private void launch() {
    long executor = ++lastExecutor;
    launched.put(executor, "c" + executor);
    pool.launch(executor, "c" + executor, 256, 5_000);
  }

  private void assertOneEnd(long executor, String id) {
    assertThat(ends.get(executor)).as("ends of %s", id).hasSize(1);
    Message end = ends.get(executor).get(0);
    if (end instanceof Message.Exited exited) {
      assertThat(exited.containerId()).isEqualTo(id);
      assertThat(exited.status()).isBetween(0, 255);
    } else {
      assertThat(((Message.Declined) end).containerId()).isEqualTo(id);
    }
  }

  private void assertStatusIsTrue() throws JsonProcessingException {
    pool.admin(ADMIN, new Message.StatusQuery());
    String text = pool.last(ADMIN, Message.Text.class).text();
    JsonNode status = new ObjectMapper().readTree(text);
    for (JsonNode slot : status.get("slots")) {
      assertThat(slot.get("state").asText())
          .isIn("FREE", "COLLECTING", "STARTING", "DEAD", "RETIRING");
      assertThat(slot.get("container").isNull()).isTrue();
    }
    assertThat(status.at("/pool/queued").asInt()).isZero();
  }

  /** What is killed is gone, what is started reports, what is sent is kept. */
  private void carryOut() {
    List<Action> actions = List.copyOf(pool.actions);
    pool.actions.clear();
    for (Action action : actions) {
      if (action instanceof Action.Kill kill) {
        pool.took(pool.core.processGone(kill.pid(), "killed"));
      } else if (action instanceof Action.StartSlot start) {
        numbers.add(start.number());
        pool.report(start.number(), start.heapMb(), false);
      } else if (action instanceof Action.Send send) {
        sent(send);
      }
    }
    if (!pool.actions.isEmpty()) {
      carryOut();
    }
    while (numbers.size() > PROCESSES) {
      numbers.remove(0);
    }
  }

  private void sent(Action.Send send) {
    if (send.message() instanceof Message.Run run) {
      leases.add(run.lease());
    } else if (send.message() instanceof Message.Exited
        || send.message() instanceof Message.Declined) {
      ends.computeIfAbsent(send.connection(), c -> new ArrayList<>()).add(send.message());
    }
  }

  private Message anything() {
    List<Supplier<Message>> kinds =
        List.of(
            () -> new Message.Running(lease(), number()),
            () -> exited(),
            () -> new Message.Ending(exited(), text()),
            () -> new Message.Released(lease(), text(), number(), (int) number()),
            () -> new Message.Declined(text(), lease(), reason(), text()),
            () -> new Message.MpiChecked((int) number(), number(), text()),
            () -> new Message.Figures(figures(), figures(), need()),
            () -> audited(),
            () -> new Message.SlotHello((int) number(), (int) number(), text(), text(), text()),
            () ->
                new Message.SlotReturn(
                    new Message.SlotHello(random.nextInt(PROCESSES), 512, text(), text(), text()),
                    List.of(new Message.SlotReturn.LastLease(lease(), text(), text()))),
            () -> new Message.Launch(CoreDriver.spec(text(), 1), 0));
    return kinds.get(random.nextInt(kinds.size())).get();
  }

  private FallbackReason reason() {
    return FallbackReason.values()[random.nextInt(FallbackReason.values().length)];
  }

  private Message.CollectionNeed need() {
    return Message.CollectionNeed.values()[random.nextInt(Message.CollectionNeed.values().length)];
  }

  private Message.Exited exited() {
    int status = random.nextBoolean() ? random.nextInt(256) : (int) number();
    return new Message.Exited(text(), lease(), status, text(), number(), number());
  }

  private Message audited() {
    List<ResidueRow> rows = new ArrayList<>();
    return new Message.Audited(
        (int) number(), rows, (int) number(), rows, (int) number(), figures(), text(), text());
  }

  private Map<String, Long> figures() {
    return Map.of("state", number(), "container", number(), "fds", number());
  }

  /** Often one that has been given, mostly of late. */
  private long lease() {
    if (leases.isEmpty() || random.nextInt(4) == 0) {
      return number();
    }
    return leases.get(leases.size() - Math.min(leases.size(), 1 + random.nextInt(3)));
  }

  private long number() {
    return random.nextBoolean()
        ? NUMBERS[random.nextInt(NUMBERS.length)]
        : random.nextInt(0, 1_000);
  }

  private String text() {
    String own = "c" + lastExecutor;
    String[] texts = {"", own, own, "c" + Math.max(101, lastExecutor - 1), "a\nb", "\0", ":x"};
    return texts[random.nextInt(texts.length)];
  }

  @Test
  void shouldEndASlotThatSpeaksForTheContainerOfAnother() {
    pool.launch(101, "c101", 256, 0);
    pool.launch(102, "c102", 256, 0);
    long lease = pool.assigned(101).lease();
    pool.slot(0, new Message.Running(lease, 5));

    pool.slot(0, new Message.Exited("c102", lease, 0, "", 5, 6));
    carryOut();

    assertThat(ends.get(101L)).hasSize(1);
    Message.Exited exited = (Message.Exited) ends.get(101L).get(0);
    assertThat(exited.status()).isEqualTo(137);
    assertThat(exited.diagnostics()).contains("does not hold");
    assertThat(ends).doesNotContainKey(102L);
    pool.executor(103, new Message.Reattach("c102"));
    assertThat(pool.sent(103, Message.Exited.class)).isEmpty();
  }
}
