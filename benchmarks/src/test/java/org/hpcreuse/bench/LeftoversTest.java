/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.Cluster;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LeftoversTest {
  @TempDir Path dir;
  private Path segment;
  private Path session;
  private Leftovers leftovers;

  @BeforeEach
  void setUp() throws IOException {
    Files.createDirectories(dir.resolve("run"));
    Files.writeString(dir.resolve("run/socket-dir"), dir.resolve("sockets") + "\n");
    Files.writeString(dir.resolve("run/plan"), "");
    segment = Files.createTempFile(Path.of("/dev/shm"), "hpc-reuse-test-", ".segment");
    session = Files.createTempDirectory("hpc-reuse-test-");
    leftovers = new Leftovers(new Cluster(Arm.REUSE, dir, null));
  }

  @AfterEach
  void tearDown() throws IOException {
    Files.deleteIfExists(segment);
    Files.deleteIfExists(session);
  }

  private Path log(String container) {
    return dir.resolve("logs/userlogs/application_1").resolve(container);
  }

  private void starts(String container, int times) throws IOException {
    Path logs = Files.createDirectories(log(container));
    Files.writeString(
        logs.resolve("syslog"),
        "INFO [main] org.apache.hadoop.mapred.YarnChild: Executing with tokens: []\n"
            .repeat(times));
  }

  @Test
  void shouldFindAContainerThatWasStartedTwiceOnce() throws IOException {
    starts("container_1", 1);
    starts("container_2", 2);
    Files.createDirectories(log("container_3"));

    assertThat(leftovers.startedTwice()).containsExactly("container_2 was started 2 times");
    assertThat(leftovers.startedTwice()).isEmpty();
  }

  @Test
  void shouldFindNothingBeforeTheFirstContainer() throws IOException {
    assertThat(leftovers.startedTwice()).isEmpty();
  }

  @Test
  void shouldNameWhatIsThereWhenTheClusterIsDown() throws IOException {
    assertThat(leftovers.afterDown()).containsExactly("directory " + dir);
    Files.createDirectory(dir.resolve("sockets"));
    assertThat(leftovers.afterDown())
        .containsExactly("directory of sockets " + dir.resolve("sockets"), "directory " + dir);
  }

  /**
   * A process with the segment open, in that session; ready when it has written a byte. It stays
   * the shell that it is: a process that starts another program has no environment for a moment.
   */
  private Process process(String cluster) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder("bash", "-c", "exec 3<>\"$0\"; echo; read end", segment.toString());
    builder.environment().put("HPC_REUSE_CLUSTER", cluster);
    builder.environment().put("PMIX_SERVER_TMPDIR", session.toString());
    Process process = builder.start();
    assertThat(process.getInputStream().read()).isEqualTo('\n');
    return process;
  }

  @Test
  void shouldTellWhatAProcessOfTheClusterHasLeftInMemoryAndInItsSession() throws Exception {
    Process process = process(dir.toString());
    try {
      assertThat(leftovers.note()).isEmpty();
      assertThat(leftovers.temporary()).containsExactlyInAnyOrder(segment, session);
    } finally {
      process.destroyForcibly().waitFor();
    }

    assertThat(leftovers.note()).containsExactlyInAnyOrder(segment, session);
    Files.delete(segment);
    assertThat(leftovers.note()).as("told of already").isEmpty();
    assertThat(leftovers.temporary()).containsExactly(session);
  }

  @Test
  void shouldNotMissWhatLiesInTheSessionOfALivingProcess() throws Exception {
    Path topology = Files.createFile(session.resolve("hwloc.sm"));
    Process process = process(dir.toString());
    try {
      ProcessBuilder user =
          new ProcessBuilder("bash", "-c", "exec 3<\"$0\"; echo; read end", topology.toString());
      user.environment().put("HPC_REUSE_CLUSTER", dir.toString());
      Process reader = user.start();
      assertThat(reader.getInputStream().read()).isEqualTo('\n');
      leftovers.note();
      reader.getOutputStream().close();
      reader.waitFor();

      assertThat(leftovers.note()).isEmpty();
    } finally {
      process.destroyForcibly().waitFor();
    }
    assertThat(leftovers.note()).contains(topology);
    Files.delete(topology);
  }

  @Test
  void shouldNotBotherAboutWhatOthersUse() throws Exception {
    Process process = process(dir.resolve("other").toString());
    try {
      leftovers.note();
    } finally {
      process.destroyForcibly().waitFor();
    }

    assertThat(leftovers.temporary()).isEmpty();
  }
}
