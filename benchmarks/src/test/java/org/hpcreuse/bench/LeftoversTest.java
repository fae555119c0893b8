/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.Cluster;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LeftoversTest {
  @TempDir Path dir;
  private Leftovers leftovers;

  @BeforeEach
  void setUp() throws IOException {
    Files.createDirectories(dir.resolve("run"));
    Files.writeString(dir.resolve("run/socket-dir"), dir.resolve("sockets") + "\n");
    leftovers = new Leftovers(new Cluster(Arm.REUSE, dir, null));
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
}
