/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.hpcreuse.it.harness.Waits;
import org.hpcreuse.it.harness.pool.CommandLine;
import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.Outcome;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.it.program.UsesTheJdk;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An idle slot trains itself, gives way to containers at once, and leaves no trace of it. */
class SlotTrainingTest {
  private static final int ROUNDS = Options.Training.FULL.rounds();

  /** Files by which one sees how far a training job has come. */
  private static final List<String> MOMENTS =
      List.of(
          "/job.xml",
          "/logs/syslog",
          "_m_000000_0/file.out",
          "_m_000003_0/file.out",
          "/output/_temporary/1/_temporary/attempt_1_",
          "/output/_SUCCESS",
          ".summary");

  /** Its own: no slot is trained yet. */
  @RegisterExtension
  static final PoolExtension POOL =
      PoolExtension.with(Mpi.NONE).set(Options.SLOTS, "1x512").set(Options.TRAINING, "full").own();

  @Test
  void shouldGiveWayToContainersAndTrainToTheEnd() throws Exception {
    long pid = POOL.slot(0).get("pid").asLong();
    for (String moment : MOMENTS) {
      awaitTrainingJobWith(moment);
      Outcome outcome = POOL.run(POOL.container(UsesTheJdk.class));
      assertThat(outcome.status()).as(outcome.stderr()).isZero();
      assertThat(POOL.slot(0).get("pid").asLong()).as("the process after " + moment).isEqualTo(pid);
    }
    Waits.until("the slot to be trained")
        .atMost(Duration.ofMinutes(5))
        .until(() -> POOL.slot(0).get("trained").asInt() == ROUNDS);

    CommandLine audit = CommandLine.run(POOL, "audit", "--paths");
    assertThat(audit.status()).as(audit.text()).isZero();
    assertThat(POOL.slot(0).get("pid").asLong()).as("the process").isEqualTo(pid);
    assertThat(POOL.slot(0).get("containers").asInt()).isEqualTo(MOMENTS.size());
    assertThat(trainingFiles()).as("what training jobs leave").isEmpty();
  }

  /** A moment that is over too soon to be seen is passed over when there are no more jobs. */
  private static void awaitTrainingJobWith(String moment) {
    Waits.until("a training job to have made " + moment)
        .atMost(Duration.ofMinutes(2))
        .pollInterval(Duration.ofMillis(5))
        .until(
            () ->
                trainingFiles().stream().anyMatch(file -> file.contains(moment))
                    || POOL.slot(0).get("trained").asInt() == ROUNDS);
  }

  /** What is there now; files come and go meanwhile. */
  private static List<String> trainingFiles() throws IOException {
    try (Stream<Path> files = Files.walk(POOL.files().logs())) {
      return files.map(Path::toString).filter(file -> file.contains("/training-")).toList();
    } catch (UncheckedIOException e) {
      return List.of();
    }
  }
}
