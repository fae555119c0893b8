/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SlotReleaseTest {
  @TempDir Path dir;

  @Test
  void shouldReadThePoolsLinesAndLeaveOutOneThatIsNotYetWritten() throws IOException {
    Files.writeString(
        dir.resolve("releases-0-17.jsonl"),
        """
        {"container":"c1","micros":1500,"steps":{"RpcClients":7,"Log4jLogging":12},\
        "launchMicros":900,"launchSteps":{"program":8}}
        {"cont""");

    assertThat(SlotRelease.readAll(dir))
        .containsExactly(
            new SlotRelease(
                "c1",
                1500,
                Map.of("RpcClients", 7L, "Log4jLogging", 12L),
                900,
                Map.of("program", 8L)));
  }

  @Test
  void shouldComeBackFromALineOfARun() throws IOException {
    RunDirectory run = new RunDirectory(dir.resolve("run"));
    SlotRelease release =
        new SlotRelease("c1", 1500, Map.of("RpcClients", 7L), 900, Map.of("program", 8L));

    run.append(release);

    assertThat(run.read()).containsExactly(release);
  }

  @Test
  void shouldReadRunsThatDidNotMeasureLaunches() throws IOException {
    Path run = Files.createDirectories(dir.resolve("run"));
    Files.writeString(
        run.resolve("samples.jsonl"),
        "{\"type\":\"release\",\"container\":\"c1\",\"micros\":15,\"steps\":{\"RpcClients\":7}}\n");

    assertThat(new RunDirectory(run).read())
        .containsExactly(new SlotRelease("c1", 15, Map.of("RpcClients", 7L), 0, Map.of()));
  }

  @Test
  void shouldFindNothingWithoutAPool() throws IOException {
    assertThat(SlotRelease.readAll(dir.resolve("none"))).isEmpty();
  }
}
