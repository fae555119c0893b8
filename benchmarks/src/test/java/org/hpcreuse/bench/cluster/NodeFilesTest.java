/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.EnumSet;
import java.util.List;
import org.hpcreuse.bench.cluster.ContainerTimes.Phase;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NodeFilesTest {
  private static final String APPLICATION = "application_1795222104432_0001";
  private static final String MAP = "container_1795222104432_0001_01_000002";

  @TempDir Path dir;
  private Path logs;
  private Path launches;

  @BeforeEach
  void writeLogs() throws IOException {
    logs = dir.resolve("userlogs").resolve(APPLICATION).resolve(MAP);
    launches = dir.resolve("launches.jsonl");
    Files.createDirectories(logs);
    Files.write(
        dir.resolve("nm.log"),
        Resource.lines("nodemanager-log.txt").filter(l -> l.contains(MAP)).toList());
    Files.write(logs.resolve("syslog"), Resource.lines("map-syslog.txt").toList());
    Files.writeString(logs.resolve("prelaunch.out"), "Launching container\n");
    Files.setLastModifiedTime(logs.resolve("prelaunch.out"), FileTime.fromMillis(1234));
  }

  private NodeFiles files() {
    return new NodeFiles(dir.resolve("nm.log"), dir.resolve("userlogs"), launches);
  }

  @Test
  void shouldPutAForkedContainerTogether() throws IOException {
    ContainerTimes map = files().containers(APPLICATION).orElseThrow().get(0);

    assertThat(map.container()).isEqualTo(MAP);
    assertThat(map.launch()).isEqualTo("fork");
    assertThat(map.at())
        .containsOnlyKeys(EnumSet.complementOf(EnumSet.of(Phase.RUNNING)).toArray(new Phase[0]))
        .containsEntry(Phase.LOAD, 1234L);
  }

  @Test
  void shouldTellAContainerThatMpiHasSpawnedByItsOwnWord() throws IOException {
    Path stderr = dir.resolve("userlogs").resolve(APPLICATION).resolve(MAP).resolve("stderr");
    Files.writeString(stderr, "log4j: no appenders\nMPI process, started by MPI_Comm_spawn of …\n");

    ContainerTimes map = files().containers(APPLICATION).orElseThrow().get(0);

    assertThat(map.launch()).isEqualTo("spawn");
    assertThat(map.at()).containsKeys(Phase.REQUEST, Phase.APPLICATION, Phase.FINISHING);
    assertThat(map.at()).containsEntry(Phase.LOAD, 1234L);
  }

  @Test
  void shouldPreferTheExecutorsMomentsInASlot() throws IOException {
    Files.writeString(
        launches,
        """
        {"container":"%s","mode":"reuse","reason":"","slot":3,"status":0,"requestMs":11,\
        "loadMs":12,"runningMs":13,"endedMs":14,"finishingMs":15,"more":true}
        """
            .formatted(MAP));

    ContainerTimes map = files().containers(APPLICATION).orElseThrow().get(0);

    assertThat(map.launch()).isEqualTo("reuse");
    assertThat(map.slot()).isEqualTo(3);
    assertThat(map.at())
        .containsEntry(Phase.REQUEST, 11L)
        .containsEntry(Phase.LOAD, 12L)
        .containsEntry(Phase.RUNNING, 13L)
        .containsEntry(Phase.FINISHING, 15L)
        .containsKeys(Phase.APPLICATION, Phase.TERMINATING);
  }

  @Test
  void shouldTellWhyAPoolForkedAContainer() throws IOException {
    Files.writeString(
        launches,
        "{\"container\":\"%s\",\"mode\":\"fork\",\"reason\":\"pool-busy\",\"slot\":null}%n"
            .formatted(MAP));

    ContainerTimes map = files().containers(APPLICATION).orElseThrow().get(0);

    assertThat(List.of(map.launch(), map.reason())).containsExactly("fork", "pool-busy");
    assertThat(map.at()).containsEntry(Phase.LOAD, 1234L);
  }

  @Test
  void shouldWaitForTheExecutorsLine() throws IOException {
    Files.writeString(launches, "{\"container\":\"" + MAP + "\",\"mode\":\"re");

    assertThat(files().containers(APPLICATION)).isEmpty();
  }

  @Test
  void shouldWaitForTheContainersEnd() throws IOException {
    Files.write(
        dir.resolve("nm.log"),
        Resource.lines("nodemanager-log.txt")
            .filter(l -> l.contains(MAP) && !l.contains("EXITED"))
            .toList());

    assertThat(files().containers(APPLICATION)).isEmpty();
  }
}
