/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.pool.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.hpcreuse.it.harness.Gate;
import org.hpcreuse.it.harness.Waits;
import org.hpcreuse.it.harness.pool.Container;
import org.hpcreuse.it.harness.pool.Launched;
import org.hpcreuse.it.harness.pool.Outcome;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.it.program.Turnstile;
import org.hpcreuse.it.program.end.Children;
import org.hpcreuse.it.program.end.Exits;
import org.hpcreuse.protocol.ContainerSignal;
import org.hpcreuse.protocol.FallbackReason;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The pool manager dies; another one takes its place and finds the slots. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ManagerCrashCases {
  /** The slots that are tested. */
  @RegisterExtension final PoolExtension pool;

  ManagerCrashCases(PoolExtension pool) {
    this.pool = pool;
  }

  @BeforeEach
  void awaitFree() {
    pool.awaitAllFree();
  }

  private Launched waiting(Gate gate) throws Exception {
    return pool.launch(pool.container(Turnstile.class).arguments(gate.address()));
  }

  private Set<Long> pids() throws Exception {
    Set<Long> pids = new TreeSet<>();
    for (String part : List.of("slots", "spares")) {
      for (JsonNode process : pool.status().get(part)) {
        pids.add(process.get("pid").asLong());
      }
    }
    return pids;
  }

  @Test
  void shouldGoOnWithARunningContainer() throws Exception {
    Set<Long> before = pids();
    try (Gate gate = new Gate()) {
      Launched running = waiting(gate);
      long lease = running.assigned().lease();
      gate.awaitArrival();

      pool.killManager();
      pool.startManager();

      Launched again = pool.reattach(running.container());
      assertThat(again.assigned().lease()).isEqualTo(lease);
      gate.open();
      assertThat(again.outcome().status()).isZero();
      pool.awaitAllFree();
      assertThat(pids()).isEqualTo(before);
      Container next = pool.container(Exits.class).arguments("return", "0");
      assertThat(pool.run(next).status()).isZero();
    }
  }

  @Test
  void shouldTellTheStatusOfAContainerThatEndedMeanwhile() throws Exception {
    try (Gate gate = new Gate()) {
      Launched running = waiting(gate);
      gate.awaitArrival();
      pool.killManager();
      gate.open();
      Waits.until("the container to end")
          .untilAsserted(() -> assertThat(running.stdout()).isEqualTo("passed\n"));

      pool.startManager();

      assertThat(pool.reattach(running.container()).exited().status()).isZero();
    }
  }

  @Test
  void shouldNotKeepAStatusThatWasTakenBefore() throws Exception {
    Container container = pool.container(Exits.class).arguments("return", "0");
    assertThat(pool.run(container).status()).isZero();
    pool.awaitAllFree();

    pool.killManager();
    pool.startManager();

    pool.awaitAllFree();
    assertThat(pool.status().at("/pool/uncollected").asInt()).isZero();
  }

  @Test
  void shouldKillAContainerOfAnEarlierManager() throws Exception {
    try (Gate gate = new Gate()) {
      Launched running = waiting(gate);
      gate.awaitArrival();
      pool.killManager();
      pool.startManager();

      Launched again = pool.reattach(running.container());
      assertThat(again.assigned().slotPid()).isEqualTo(running.assigned().slotPid());

      pool.signal(running.container().id(), ContainerSignal.KILL);

      assertThat(again.outcome().status()).isEqualTo(137);
    }
  }

  @Test
  void shouldReplaceASlotThatDiedMeanwhileAndEndWhatItHadStarted() throws Exception {
    try (Gate gate = new Gate()) {
      Launched parent = pool.launch(pool.container(Children.class).arguments(gate.address()));
      gate.awaitArrival();
      pool.killManager();
      ProcessHandle.of(parent.assigned().slotPid()).orElseThrow().destroyForcibly();

      pool.startManager();

      assertThat(pool.reattach(parent.container()).declined().reason())
          .isEqualTo(FallbackReason.UNKNOWN_CONTAINER);
      pool.awaitAllFree();
      Outcome said = parent.soFar();
      for (String child : List.of("plain", "session", "orphan")) {
        long pid = Long.parseLong(said.value(child));
        Waits.until(child + " to end").until(() -> hasEnded(pid));
      }
      // Without a living manager nobody was there for it; see docs/architecture.md.
      ProcessHandle.of(Long.parseLong(said.value("stranger")))
          .ifPresent(ProcessHandle::destroyForcibly);
    }
  }

  /** A zombie has ended, too: in a container of its own there may be nobody to take it away. */
  private static boolean hasEnded(long pid) throws java.io.IOException {
    java.nio.file.Path stat = java.nio.file.Path.of("/proc", Long.toString(pid), "stat");
    return !java.nio.file.Files.exists(stat)
        || java.nio.file.Files.readString(stat, StandardCharsets.ISO_8859_1).contains(") Z ");
  }
}
