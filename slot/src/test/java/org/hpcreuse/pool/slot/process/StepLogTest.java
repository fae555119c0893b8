/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.hpcreuse.cleanup.step.ReleaseReport;
import org.hpcreuse.protocol.files.Telemetry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StepLogTest {
  private static final int LIMIT = 10_000;

  @TempDir private Path dir;

  @Test
  void shouldWriteTheStepsOfLaunchAndReleaseInALine() throws Exception {
    long start = System.nanoTime();
    StepTimes launch = new StepTimes(start);
    long next = launch.addSince("class path", start);
    launch.addSince("MPI", next);
    launch.end();
    StepTimes release = new StepTimes(System.nanoTime());
    release.add(report("Locales", 7));
    release.add(report("Locales", 5));
    release.end();

    new StepLog(new Telemetry(dir.resolve("releases.jsonl"), LIMIT))
        .append("container_1", launch, release);

    JsonNode line = new ObjectMapper().readTree(Files.readString(dir.resolve("releases.jsonl")));
    assertThat(line.path("container").asText()).isEqualTo("container_1");
    assertThat(line.path("steps").path("Locales").asLong()).isEqualTo(12);
    assertThat(line.path("micros").asLong()).isEqualTo(release.micros());
    assertThat(line.path("launchMicros").asLong())
        .isEqualTo(launch.micros())
        .isGreaterThanOrEqualTo(
            line.path("launchSteps").path("class path").asLong()
                + line.path("launchSteps").path("MPI").asLong());
    assertThat(launch.steps().keySet()).containsExactly("class path", "MPI");
  }

  @Test
  void shouldWriteNothingUnlessAsked() throws Exception {
    StepTimes times = new StepTimes(System.nanoTime());

    new StepLog(new Telemetry(dir.resolve("releases.jsonl"), 0)).append("c", times, times);

    assertThat(dir).isEmptyDirectory();
  }

  private static ReleaseReport report(String step, long micros) {
    return new ReleaseReport(List.of(new ReleaseReport.Outcome(step, micros, Optional.empty())));
  }
}
