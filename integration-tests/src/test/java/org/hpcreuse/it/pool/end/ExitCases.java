/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.pool.end;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.hpcreuse.it.harness.Gate;
import org.hpcreuse.it.harness.Waits;
import org.hpcreuse.it.harness.pool.Launched;
import org.hpcreuse.it.harness.pool.Outcome;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.it.program.Turnstile;
import org.hpcreuse.it.program.end.Background;
import org.hpcreuse.it.program.end.Exits;
import org.hpcreuse.it.program.end.FailsBeforeMain;
import org.hpcreuse.it.program.end.Hooks;
import org.hpcreuse.it.program.end.InheritsMain;
import org.hpcreuse.it.program.end.SelectsAgain;
import org.hpcreuse.it.program.end.Stubborn;
import org.hpcreuse.it.program.end.WaitsAgain;
import org.hpcreuse.protocol.ContainerSignal;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A container's exit status is what a process of its own would have had. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ExitCases {
  /** The slots that are tested. */
  @RegisterExtension final PoolExtension pool;

  ExitCases(PoolExtension pool) {
    this.pool = pool;
  }

  @ParameterizedTest
  @CsvSource({
    "return, 0, 0",
    "system-exit, 0, 0",
    "system-exit, 3, 3",
    "system-exit, -1, 255",
    "system-exit, 256, 0",
    "runtime-exit, 4, 4",
    "halt, 5, 5",
    "halt, -2, 254",
    "other-thread, 6, 6",
    "reflection, 7, 7",
    "on-exit-of-child, 14, 14",
    "jvms-group, 15, 15",
    "cleaner, 16, 16",
    "finalizer, 17, 17",
    "method-handle, 8, 8",
    "method-reference, 9, 9",
    "halt-in-hook, 10, 10",
    "halt-in-hook-after-return, 11, 11",
    "uncaught, 0, 1",
    "uncaught-in-other-thread, 0, 0",
    "with-threads-running, 12, 12",
    "daemon-left, 0, 0",
    "finally, 13, 13",
    "in-initialiser, 0, 23",
  })
  void shouldReportTheStatusAProcessWouldHave(String how, String given, int expected)
      throws Exception {
    Outcome outcome = pool.run(pool.container(Exits.class).arguments(how, given));

    assertThat(outcome.status()).as(outcome.stderr()).isEqualTo(expected);
  }

  @Test
  void shouldShowNothingOfWhatStandsAfterAnExit() throws Exception {
    Outcome outcome = pool.run(pool.container(Exits.class).arguments("finally", "13"));

    assertThat(outcome.status()).isEqualTo(13);
    assertThat(outcome.stdout()).isEmpty();
    assertThat(outcome.stderr()).isEmpty();
  }

  @Test
  void shouldPrintTheStackOfAnUncaughtException() throws Exception {
    Outcome outcome = pool.run(pool.container(Exits.class).arguments("uncaught", "0"));

    assertThat(outcome.stderr())
        .startsWith("Exception in thread \"main\" java.lang.IllegalStateException: nobody catches")
        .contains("org.hpcreuse.it.program.end.Exits.main");
  }

  @Test
  void shouldInitialiseAClassThatInheritsItsMain() throws Exception {
    Outcome outcome = pool.run(pool.container(InheritsMain.class));

    assertThat(outcome.stdout()).as(outcome.stderr()).isEqualTo("initialiser\nmain\n");
  }

  @Test
  void shouldPrintTheStackOfAnInitialiserThatFails() throws Exception {
    Outcome outcome = pool.run(pool.container(FailsBeforeMain.class));

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.stderr())
        .startsWith(
            "Exception in thread \"main\" java.lang.ExceptionInInitializerError\nCaused by:")
        .contains("end.FailsBeforeMain.<clinit>")
        .doesNotContain("java.lang.Class.", "org.hpcreuse.pool");
  }

  @ParameterizedTest
  @CsvSource({
    "out-of-memory, java.lang.OutOfMemoryError: Java heap space",
    "stack-overflow, java.lang.StackOverflowError",
  })
  void shouldFailAContainerThatExhaustsItsJvmAndNoOther(String how, String message)
      throws Exception {
    pool.awaitAllFree();
    Outcome outcome = pool.run(pool.container(Exits.class).arguments(how, "0"));

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.stderr()).startsWith("Exception in thread \"main\" " + message);
    for (int i = 0; i < 2; i++) {
      Outcome next = pool.run(pool.container(Exits.class).arguments("return", "0"));
      assertThat(next.status()).isZero();
    }
  }

  @Test
  @Tag("many-jobs")
  void shouldFailAContainerThatLeavesNoMemoryForItsEnd() throws Exception {
    pool.awaitAllFree();
    Outcome outcome = pool.run(pool.container(Exits.class).arguments("out-of-small-memory", "0"));

    assertThat(outcome.status()).as(outcome.stderr()).isNotZero();
    for (int i = 0; i < 2; i++) {
      Outcome next = pool.run(pool.container(Exits.class).arguments("return", "0"));
      assertThat(next.status()).isZero();
    }
  }

  @Test
  @Tag("many-jobs")
  void shouldReplaceASlotWhoseContainerHasRunOutOfMemoryAndCaughtIt() throws Exception {
    pool.awaitAllFree();
    Outcome outcome = pool.run(pool.container(Exits.class).arguments("out-of-memory-caught", "0"));

    assertThat(outcome.status()).as(outcome.stderr()).isZero();
    pool.awaitAllFree();
    String status = pool.status().toString();
    assertThat(pool.status().get("retirements").get("out-of-memory").asInt())
        .as(status)
        .isPositive();
    for (JsonNode slot : pool.status().get("slots")) {
      assertThat(slot.get("pid").asLong()).as(status).isNotEqualTo(outcome.assigned().slotPid());
    }
  }

  @Test
  @Tag("many-jobs")
  void shouldKeepNoMarkOfASlotThatHasRunOutOfMemoryAndDied() throws Exception {
    pool.awaitAllFree();
    Outcome outcome = pool.run(pool.container(Exits.class).arguments("out-of-memory-killed", "0"));

    assertThat(outcome.status()).as(outcome.stderr()).isEqualTo(137);
    pool.awaitAllFree();
    assertThat(pool.files().outOfMemory(Long.toString(outcome.assigned().slotPid())))
        .doesNotExist();
  }

  @Test
  void shouldFailWhenTheMainClassIsMissing() throws Exception {
    Outcome outcome = pool.run(pool.container(Exits.class).mainClass("no.such.Main"));

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.stderr()).contains("Could not find or load main class no.such.Main");
  }

  @ParameterizedTest
  @ValueSource(strings = {"exit", "return"})
  void shouldRunHooksWhenTheContainerEndsInOrder(String how) throws Exception {
    Outcome outcome = pool.run(pool.container(Hooks.class).arguments(how));

    assertThat(outcome.stdout()).contains("hook ran");
  }

  @Test
  void shouldRunNoHooksAfterHalt() throws Exception {
    Outcome outcome = pool.run(pool.container(Hooks.class).arguments("halt"));

    assertThat(outcome.status()).isZero();
    assertThat(outcome.stdout()).isEqualTo("before the end\n");
  }

  @Test
  void shouldRunHooksOnTerm() throws Exception {
    Outcome outcome = signalWhileWaiting(ContainerSignal.TERM);

    assertThat(outcome.status()).isEqualTo(143);
    assertThat(outcome.stdout()).isEqualTo("hook ran\n");
  }

  @Test
  void shouldRunNoHooksOnKill() throws Exception {
    Outcome outcome = signalWhileWaiting(ContainerSignal.KILL);

    assertThat(outcome.status()).isEqualTo(137);
    assertThat(outcome.stdout()).isEmpty();
  }

  private Outcome signalWhileWaiting(ContainerSignal signal) throws Exception {
    try (Gate gate = new Gate()) {
      Launched launched =
          pool.launch(pool.container(Hooks.class).arguments("wait", gate.address()));
      gate.awaitArrival();
      pool.signal(launched.container().id(), signal);
      return launched.outcome();
    }
  }

  @Test
  void shouldLiveOnWhileANonDaemonThreadWorks() throws Exception {
    try (Gate gate = new Gate()) {
      Launched launched = pool.launch(pool.container(Background.class).arguments(gate.address()));
      gate.awaitArrival();
      Waits.until("main() to return")
          .untilAsserted(() -> assertThat(launched.stdout()).contains("main returned"));
      assertThat(pool.slot(launched.assigned().slot()).get("state").asText()).isEqualTo("RUNNING");
      gate.open();

      Outcome outcome = launched.outcome();

      assertThat(outcome.status()).isZero();
      assertThat(outcome.stdout()).contains("worker done");
    }
  }

  @Test
  void shouldKeepTheStatusAndReplaceTheSlotWhenAThreadIgnoresInterrupts() throws Exception {
    Outcome outcome = pool.run(pool.container(Stubborn.class).arguments("-", "exit"));

    assertThat(outcome.status()).isEqualTo(7);
    Waits.until("mpirun to reap the slot")
        .until(() -> ProcessHandle.of(outcome.assigned().slotPid()).isEmpty());
    pool.awaitAllFree();
    assertThat(pool.slot(outcome.assigned().slot()).get("pid").asLong())
        .isNotEqualTo(outcome.assigned().slotPid());
  }

  @Test
  void shouldKeepTheSlotWhenAThreadOpensASelectorAfterTheEnd() throws Exception {
    Outcome outcome = pool.run(pool.container(SelectsAgain.class));

    assertThat(outcome.status()).isEqualTo(7);
    pool.awaitAllFree();
    assertThat(pool.slot(outcome.assigned().slot()).get("pid").asLong())
        .isEqualTo(outcome.assigned().slotPid());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"sleep", "monitor", "queue", "future", "pool", "restart", "process", "cleaner"})
  void shouldKeepTheSlotWhenAThreadWaitsAgainAfterEachInterrupt(String how) throws Exception {
    Outcome outcome = pool.run(pool.container(WaitsAgain.class).arguments(how));

    assertThat(outcome.status()).isEqualTo(7);
    pool.awaitAllFree();
    assertThat(pool.slot(outcome.assigned().slot()).get("pid").asLong())
        .isEqualTo(outcome.assigned().slotPid());
  }

  @Test
  void shouldGoOnInTheSameSlotAfterAnOrderlyEnd() throws Exception {
    pool.awaitAllFree();
    long pid = pool.slot(0).get("pid").asLong();
    int ranHere = 0;
    try (Gate gate = new Gate()) {
      for (int i = 0; i < 6; i++) {
        Launched launched = pool.launch(pool.container(Turnstile.class).arguments(gate.address()));
        gate.awaitArrival();
        gate.open();
        assertThat(launched.outcome().stdout()).isEqualTo("passed\n");
        ranHere += launched.assigned().slotPid() == pid ? 1 : 0;
      }
    }
    // Half of them, unless a slot collects garbage meanwhile and the other one takes its turn.
    assertThat(ranHere).as("containers in process %d, one of two slots", pid).isBetween(2, 4);
    assertThat(pool.slot(0).get("pid").asLong()).isEqualTo(pid);
  }
}
