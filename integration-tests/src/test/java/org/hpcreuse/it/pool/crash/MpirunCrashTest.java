/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.pool.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import org.hpcreuse.it.harness.Gate;
import org.hpcreuse.it.harness.Waits;
import org.hpcreuse.it.harness.pool.Launched;
import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.Outcome;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.it.program.Turnstile;
import org.hpcreuse.it.program.end.Exits;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A pool that loses ranks, mpirun or a frozen slot is whole again by itself. */
class MpirunCrashTest {
  /** Its own: the tests kill slots and mpirun. */
  @RegisterExtension
  static final PoolExtension POOL =
      PoolExtension.with(Mpi.OPEN_MPI).set(Options.SLOTS, "2x256").own();

  private static void kill(long pid) {
    ProcessHandle.of(pid).orElseThrow().destroyForcibly();
  }

  private static void awaitRanks() throws Exception {
    Waits.until("all slots to be ranks again")
        .atMost(Waits.START)
        .untilAsserted(
            () -> {
              for (JsonNode slot : POOL.status().get("slots")) {
                assertThat(slot.get("mpi").asBoolean()).as(slot.toString()).isTrue();
              }
            });
    POOL.awaitAllFree();
    JsonNode check = POOL.mpiCheck();
    assertThat(check.get("ok").asBoolean()).as(check.toString()).isTrue();
    assertThat(check.get("processes")).hasSize(2);
  }

  private static void assertRuns() throws Exception {
    assertThat(POOL.run(POOL.container(Exits.class).arguments("return", "0")).status()).isZero();
  }

  @Test
  @Tag("many-jobs")
  void shouldRunWithoutMpiAndRenewItWhenIdleAfterTheLastRankWasUsedUp() throws Exception {
    kill(POOL.slot(0).get("pid").asLong());
    Waits.until("a slot without MPI").until(() -> !POOL.slot(0).get("mpi").asBoolean());
    assertRuns();

    awaitRanks();
    assertRuns();
  }

  @Test
  @Tag("many-jobs")
  void shouldBeWholeAgainAfterMpirunWasKilled() throws Exception {
    try (Gate gate = new Gate()) {
      Launched running = POOL.launch(POOL.container(Turnstile.class).arguments(gate.address()));
      gate.awaitArrival();

      kill(Long.parseLong(Files.readString(POOL.files().mpirunPid()).strip()));

      Waits.until("mpirun to be noticed as gone")
          .until(() -> Files.notExists(POOL.files().mpirunPid()));
      gate.open();
      assertThat(running.outcome().status()).isIn(0, 137);
    }
    awaitRanks();
    assertRuns();
  }

  @Test
  void shouldLeaveNothingInMemoryWhateverIsKilled() throws Exception {
    awaitRanks();
    Set<Path> used = segments(POOL.temporaryFiles());
    assertThat(used).as("segments of shared memory").hasSizeGreaterThanOrEqualTo(2);
    int renewals = renewals();

    kill(POOL.slot(0).get("pid").asLong());
    kill(Long.parseLong(Files.readString(POOL.files().mpirunPid()).strip()));

    Waits.until("the files of the ranks that were killed to be gone")
        .untilAsserted(() -> assertThat(used).noneMatch(Files::exists));
    Waits.until("mpirun to be started again")
        .atMost(Waits.START)
        .until(() -> renewals() > renewals);
    awaitRanks();
    assertThat(segments(POOL.temporaryFiles())).noneMatch(Files::exists);
  }

  private static int renewals() throws Exception {
    return POOL.status().at("/pool/mpirunRenewals").asInt();
  }

  private static Set<Path> segments(Set<Path> files) {
    return files.stream()
        .filter(file -> file.getFileName().toString().startsWith("vader_segment."))
        .collect(Collectors.toSet());
  }

  @Test
  void shouldReportAContainerInAFrozenSlotAsKilled() throws Exception {
    try (Gate gate = new Gate()) {
      Launched frozen = POOL.launch(POOL.container(Turnstile.class).arguments(gate.address()));
      gate.awaitArrival();
      String pid = Long.toString(frozen.assigned().slotPid());
      assertThat(new ProcessBuilder("kill", "-STOP", pid).start().waitFor()).isZero();

      Outcome outcome = frozen.outcome();
      assertThat(outcome.status()).isEqualTo(137);
      assertThat(outcome.exited().diagnostics()).contains("SIGSTOP");
    }
  }
}
