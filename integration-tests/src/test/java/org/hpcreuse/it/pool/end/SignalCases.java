/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.pool.end;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.hpcreuse.it.harness.FullPipe;
import org.hpcreuse.it.harness.Gate;
import org.hpcreuse.it.harness.Waits;
import org.hpcreuse.it.harness.pool.Container;
import org.hpcreuse.it.harness.pool.Launched;
import org.hpcreuse.it.harness.pool.Outcome;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.it.program.Turnstile;
import org.hpcreuse.it.program.end.Children;
import org.hpcreuse.it.program.end.OwnStdout;
import org.hpcreuse.it.program.end.Stubborn;
import org.hpcreuse.protocol.ContainerSignal;
import org.hpcreuse.protocol.wire.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Signals reach the container they are meant for and nobody else. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SignalCases {
  /** The first 15 characters of slot-thread-dump, which is all that Linux keeps. */
  private static final String DUMP_THREAD = "slot-thread-dum";

  /** The slots that are tested. */
  @RegisterExtension final PoolExtension pool;

  SignalCases(PoolExtension pool) {
    this.pool = pool;
  }

  private Launched waiting(Gate gate) throws Exception {
    return pool.launch(pool.container(Turnstile.class).arguments(gate.address()));
  }

  @Test
  void shouldEndAContainerByTermAndByKill() throws Exception {
    for (ContainerSignal signal : List.of(ContainerSignal.TERM, ContainerSignal.KILL)) {
      try (Gate gate = new Gate()) {
        Launched launched = waiting(gate);
        gate.awaitArrival();

        assertThat(pool.signal(launched.container().id(), signal)).isEqualTo(new Message.Done());

        assertThat(launched.outcome().status()).isEqualTo(128 + signal.number());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(classes = {Turnstile.class, OwnStdout.class})
  void shouldWriteAThreadDumpToTheContainersOutputOnQuit(Class<?> program) throws Exception {
    try (Gate gate = new Gate()) {
      Launched launched = pool.launch(pool.container(program).arguments(gate.address()));
      gate.awaitArrival();
      pool.signal(launched.container().id(), ContainerSignal.QUIT);
      Waits.until("a thread dump")
          .untilAsserted(
              () ->
                  assertThat(launched.stdout())
                      .contains("Full thread dump", "\"main\"", "Turnstile.pass"));
      gate.open();

      assertThat(launched.outcome().status()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = ContainerSignal.class,
      names = {"TERM", "KILL"})
  void shouldEndAContainerWhoseDumpNobodyReadsAndKeepItsSlot(ContainerSignal signal)
      throws Exception {
    pool.awaitAllFree();
    try (Gate gate = new Gate()) {
      Container container = pool.container(Turnstile.class).arguments(gate.address());
      try (FullPipe output = new FullPipe(container.stdout())) {
        output.requireFull();
        Launched launched = pool.launch(container);
        gate.awaitArrival();
        long slot = launched.assigned().slotPid();
        pool.signal(container.id(), ContainerSignal.QUIT);
        Waits.until("the slot to write a dump").until(() -> isDumping(slot));

        pool.signal(container.id(), signal);

        assertThat(launched.exited().status()).isEqualTo(128 + signal.number());
        pool.awaitAllFree();
        assertThat(pool.slot(0).get("pid").asLong()).isEqualTo(slot);
        assertThat(isDumping(slot)).isFalse();
      }
    }
  }

  /** Whether a thread of the slot waits to write a dump. */
  private static boolean isDumping(long slot) throws IOException {
    try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(slot), "task"))) {
      for (Path thread : threads.toList()) {
        String[] stat = Files.readString(thread.resolve("stat")).split("[()]", -1);
        if (stat[1].equals(DUMP_THREAD) && stat[2].startsWith(" S")) {
          return true;
        }
      }
      return false;
    }
  }

  @Test
  void shouldTellWhetherAContainerIsAlive() throws Exception {
    try (Gate gate = new Gate()) {
      Launched launched = waiting(gate);
      String id = launched.container().id();
      gate.awaitArrival();
      assertThat(pool.signal(id, ContainerSignal.NULL)).isEqualTo(new Message.Done());
      gate.open();
      launched.outcome();

      assertThat(pool.signal(id, ContainerSignal.NULL)).isInstanceOf(Message.Refused.class);
    }
  }

  @Test
  void shouldNotHitTheNextContainerOfTheSlotWithALateSignal() throws Exception {
    try (Gate gate = new Gate()) {
      Launched first = waiting(gate);
      gate.awaitArrival();
      gate.open();
      Outcome ended = first.outcome();
      Launched next = waiting(gate);
      gate.awaitArrival();
      assertThat(next.assigned().slotPid()).isEqualTo(ended.assigned().slotPid());

      for (ContainerSignal signal :
          List.of(ContainerSignal.TERM, ContainerSignal.KILL, ContainerSignal.QUIT)) {
        assertThat(pool.signal(first.container().id(), signal)).isInstanceOf(Message.Refused.class);
      }
      gate.open();

      assertThat(next.outcome().status()).isZero();
    }
  }

  @Test
  void shouldEndAContainerThatStillWaitsForASlot() throws Exception {
    try (Gate gate = new Gate()) {
      Launched running = waiting(gate);
      gate.awaitArrival();
      Launched queued = waiting(gate);
      awaitQueued(1);

      pool.signal(queued.container().id(), ContainerSignal.KILL);

      assertThat(queued.exited().status()).isEqualTo(137);
      gate.open();
      assertThat(running.outcome().status()).isZero();
      awaitQueued(0);
    }
  }

  private void awaitQueued(int count) {
    Waits.until(count + " queued containers")
        .untilAsserted(() -> assertThat(pool.status().at("/pool/queued").asInt()).isEqualTo(count));
  }

  @Test
  void shouldReplaceTheSlotOfALoopThatIsKilledAndRunTheNext() throws Exception {
    try (Gate gate = new Gate()) {
      pool.awaitAllFree();
      Launched loop = pool.launch(pool.container(Stubborn.class).arguments(gate.address(), "stay"));
      gate.awaitPassing();
      Launched next = waiting(gate);
      awaitQueued(1);

      pool.signal(loop.container().id(), ContainerSignal.KILL);

      Outcome killed = loop.outcome();
      assertThat(killed.status()).isEqualTo(137);
      // It is dead when the status arrives; mpirun, its parent, may take its entry away later.
      Waits.until("the end of the slot's process")
          .until(() -> ProcessHandle.of(killed.assigned().slotPid()).isEmpty());
      gate.awaitArrival();
      gate.open();
      Outcome after = next.outcome();
      assertThat(after.status()).isZero();
      assertThat(after.assigned().slot()).isEqualTo(killed.assigned().slot());
      assertThat(after.assigned().slotPid()).isNotEqualTo(killed.assigned().slotPid());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"it returns", "it is killed", "its slot dies"})
  void shouldEndWhateverTheContainerHasStartedWhen(String end) throws Exception {
    try (Gate gate = new Gate()) {
      pool.awaitAllFree();
      Launched parent = pool.launch(pool.container(Children.class).arguments(gate.address()));
      gate.awaitArrival();

      switch (end) {
        case "it returns" -> gate.open();
        case "it is killed" -> pool.signal(parent.container().id(), ContainerSignal.KILL);
        default -> ProcessHandle.of(parent.assigned().slotPid()).orElseThrow().destroyForcibly();
      }

      Outcome outcome = parent.outcome();
      for (String child : List.of("plain", "session", "orphan", "stranger")) {
        long pid = Long.parseLong(outcome.value(child));
        assertThat(ProcessHandle.of(pid)).as(child).isEmpty();
      }
      boolean slotDied = end.equals("its slot dies");
      assertThat(ProcessHandle.of(parent.assigned().slotPid()).isEmpty()).isEqualTo(slotDied);
      pool.awaitAllFree();
    }
  }

  @Test
  void shouldReportKilledAndReplaceASlotThatDies() throws Exception {
    try (Gate gate = new Gate()) {
      pool.awaitAllFree();
      Launched launched = waiting(gate);
      gate.awaitArrival();
      long pid = launched.assigned().slotPid();

      ProcessHandle.of(pid).orElseThrow().destroyForcibly();

      Outcome lost = launched.outcome();
      assertThat(lost.status()).isEqualTo(137);
      assertThat(lost.exited().diagnostics()).contains("slot 0", Long.toString(pid), "log ");
      Launched next = waiting(gate);
      gate.awaitArrival();
      gate.open();
      assertThat(next.outcome().status()).isZero();
      assertThat(next.assigned().slotPid()).isNotEqualTo(pid);
    }
  }
}
