/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.spawn.nodemanager;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class FreeRanksTest {
  @TempDir private Path temp;
  private Path socketDir;
  private Path socket;
  private Path log;
  private Process process;
  private BufferedReader said;

  @BeforeEach
  void start() throws IOException {
    socketDir = Files.createTempDirectory("hpcr"); // a socket's path must be short
    socket = socketDir.resolve("ranks");
    log = temp.resolve("log");
    Path logging = temp.resolve("log4j.properties");
    Files.write(
        logging,
        List.of(
            "log4j.rootLogger=INFO,err",
            "log4j.appender.err=org.apache.log4j.ConsoleAppender",
            "log4j.appender.err.target=System.err",
            "log4j.appender.err.layout=org.apache.log4j.SimpleLayout"));
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dlog4j.configuration=" + logging.toUri(),
                "-cp",
                System.getProperty("java.class.path"),
                FreeRanksProcess.class.getName(),
                socket.toString())
            .redirectError(log.toFile())
            .start();
    said = process.inputReader(StandardCharsets.UTF_8);
    assertThat(said.readLine()).isEqualTo("listens");
  }

  @AfterEach
  void stop() throws IOException, InterruptedException {
    process.destroyForcibly().waitFor();
    Files.deleteIfExists(socket);
    Files.delete(socketDir);
  }

  private void limit(int descriptors) throws IOException, InterruptedException {
    Process prlimit =
        new ProcessBuilder(
                "prlimit", "--pid", Long.toString(process.pid()), "--nofile=" + descriptors + ":")
            .inheritIO()
            .start();
    assertThat(prlimit.waitFor()).isZero();
  }

  private SocketChannel rank() throws IOException {
    return SocketChannel.open(UnixDomainSocketAddress.of(socket));
  }

  @Test
  void shouldTakeRanksAgainWhenThereAreDescriptorsAgain() throws Exception {
    try (SocketChannel first = rank()) {
      assertThat(said.readLine()).as("of %s", first).isEqualTo("rank 0"); // all classes are loaded
    }
    limit(3);
    // For the second one the kernel had a descriptor before.
    try (SocketChannel second = rank();
        SocketChannel third = rank()) {
      Awaitility.await("a line about a rank that cannot connect")
          .atMost(Duration.ofSeconds(60))
          .until(() -> Files.readString(log).contains("Too many open files"));

      limit(200);

      assertThat(said.readLine()).as("of %s", second).isEqualTo("rank 1");
      assertThat(said.readLine()).as("of %s", third).isEqualTo("rank 2");
    }
  }
}
