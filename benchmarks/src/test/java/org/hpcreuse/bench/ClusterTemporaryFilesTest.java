/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ClusterTemporaryFilesTest {
  @TempDir private Path dir;
  private Path segment;
  private Path session;
  private ClusterTemporaryFiles files;

  @BeforeEach
  void setUp() throws Exception {
    Files.createDirectory(dir.resolve("run"));
    Files.writeString(dir.resolve("run/plan"), "");
    files = new ClusterTemporaryFiles(dir);
    segment = Files.createTempFile(Path.of("/dev/shm"), "hpc-reuse-test-", ".segment");
    session = Files.createTempDirectory("hpc-reuse-test-");
  }

  @AfterEach
  void tearDown() throws Exception {
    Files.deleteIfExists(segment);
    Files.deleteIfExists(session);
  }

  /** A process with the segment open, in that session; ready when it has written a byte. */
  private Process process(String cluster) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder("bash", "-c", "exec 3<>\"$0\"; echo; exec sleep 60", segment.toString());
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
      assertThat(files.note()).isEmpty();
      assertThat(files.left()).containsExactlyInAnyOrder(segment, session);
    } finally {
      process.destroyForcibly().waitFor();
    }

    assertThat(files.note()).containsExactlyInAnyOrder(segment, session);
    Files.delete(segment);
    assertThat(files.note()).as("told of already").isEmpty();
    assertThat(files.left()).containsExactly(session);
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
      files.note();
      reader.getOutputStream().close();
      reader.waitFor();

      assertThat(files.note()).isEmpty();
    } finally {
      process.destroyForcibly().waitFor();
    }
    assertThat(files.note()).contains(topology);
    Files.delete(topology);
  }

  @Test
  void shouldNotBotherAboutWhatOthersUse() throws Exception {
    Process process = process(dir.resolve("other").toString());
    try {
      files.note();
    } finally {
      process.destroyForcibly().waitFor();
    }

    assertThat(files.left()).isEmpty();
  }
}
