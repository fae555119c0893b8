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
        "{\"container\":\"c1\",\"micros\":1500,\"steps\":{\"RpcClients\":7,\"Log4jLogging\":12}}\n{\"cont");

    assertThat(SlotRelease.readAll(dir))
        .containsExactly(
            new SlotRelease("c1", 1500, Map.of("RpcClients", 7L, "Log4jLogging", 12L)));
  }

  @Test
  void shouldComeBackFromALineOfARun() throws IOException {
    RunDirectory run = new RunDirectory(dir.resolve("run"));
    SlotRelease release = new SlotRelease("c1", 1500, Map.of("RpcClients", 7L));

    run.append(release);

    assertThat(run.read()).containsExactly(release);
  }

  @Test
  void shouldFindNothingWithoutAPool() throws IOException {
    assertThat(SlotRelease.readAll(dir.resolve("none"))).isEmpty();
  }
}
