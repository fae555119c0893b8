/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.hpcreuse.bench.Entry.RunOptions;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Commands;
import org.hpcreuse.protocol.ExitCodes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ClustersTest {
  private static final List<Clusters.Need> TWO =
      List.of(
          new Clusters.Need(Arm.FORK, 9_800, 1_500), new Clusters.Need(Arm.REUSE, 14_100, 3_400));

  @Test
  void shouldLeaveAloneWhatAStoppedRunHasLeft(@TempDir Path dir) throws IOException {
    assertThat(Clusters.unused(dir, "fork")).isEqualTo(dir.resolve("fork"));
    Files.createDirectory(dir.resolve("fork"));
    Files.createDirectory(dir.resolve("fork-2"));
    assertThat(Clusters.unused(dir, "fork")).isEqualTo(dir.resolve("fork-3"));
  }

  @Test
  void shouldRefuseByNameWhatDoesNotFitAndAcceptWhatDoes() {
    assertThatCode(() -> Clusters.requireRoom(TWO, 15_600)).doesNotThrowAnyException();
    assertThatThrownBy(() -> Clusters.requireRoom(TWO, 15_599))
        .isInstanceOf(BenchException.class)
        .hasMessageContaining(
            "2 clusters side by side: they may need 15600 MiB, available are 15599 MiB"
                + " (fork 9800, idle 1500; reuse 14100, idle 3400)");
  }

  @Test
  void shouldAskUpWithTheWordsOfEachArm(@TempDir Path dir) throws Exception {
    Path command = dir.resolve("hpc-reuse");
    Path words = dir.resolve("words");
    Files.writeString(
        command,
        "#!/bin/sh\necho \"$*\" >>"
            + words
            + "\necho '{\"needsMb\":5,\"idleMb\":2,\"availableMb\":6}'\n");
    Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwx------"));
    Commands up = new Commands(command, dir.resolve("log"));

    Clusters.requireRoom(options(List.of(Arm.SINGLE_USE), List.of("--slots", "2x64")), up);

    assertThat(words)
        .hasContent("up --memory --mode reuse --isolation single-use --mpi none --slots 2x64");
    assertThatThrownBy(
            () -> Clusters.requireRoom(options(List.of(Arm.FORK, Arm.FULL), List.of()), up))
        .isInstanceOfSatisfying(
            BenchException.class,
            refused -> assertThat(refused.exitCode()).isEqualTo(ExitCodes.UNAVAILABLE))
        .hasMessageContaining("may need 7 MiB, available are 6 MiB");
  }

  private static RunOptions options(List<Arm> arms, List<String> words) {
    return new RunOptions("pi", 1, arms, 1, 1000, List.of(), 1, words);
  }
}
