/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.master;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.hpcreuse.gang.GangConnection;
import org.hpcreuse.gang.GangMessage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A gang's port in a real process, with strangers before it and little to live on. */
@Timeout(120)
class GangListenerTest {
  private static final String SECRET = "the gang's secret";
  private static final Duration BOUND = Duration.ofSeconds(20);
  private static final int STRANGERS = 1_000;

  /** Less than a thread's stack. */
  private static final int SPARE_KIB = 600;

  /** The C library keeps those of threads that have ended; more than there can be. */
  private static final int OLD_STACKS = 50;

  @TempDir private Path temp;
  private final List<Socket> strangers = new ArrayList<>();
  private Path log;
  private Process process;
  private BufferedReader said;
  private int port;

  @BeforeEach
  void start() throws IOException {
    log = temp.resolve("log");
    Path logging = temp.resolve("log4j.properties");
    Files.write(
        logging,
        List.of(
            "log4j.rootLogger=INFO,err",
            "log4j.appender.err=org.apache.log4j.ConsoleAppender",
            "log4j.appender.err.target=System.err",
            "log4j.appender.err.layout=org.apache.log4j.SimpleLayout"));
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xint",
                "-Xms32m",
                "-Xmx32m",
                "-XX:+UseSerialGC",
                "-Xlog:disable", // its warnings would be among what the process says
                "-Dlog4j.configuration=" + logging.toUri(),
                "-cp",
                System.getProperty("java.class.path"),
                ListenerProcess.class.getName(),
                SECRET)
            .redirectError(log.toFile());
    builder.environment().put("MALLOC_ARENA_MAX", "1");
    process = builder.start();
    said = process.inputReader(StandardCharsets.UTF_8);
    port = Integer.parseInt(said.readLine());
  }

  @AfterEach
  void stop() throws IOException, InterruptedException {
    for (Socket stranger : strangers) {
      stranger.close();
    }
    process.destroyForcibly().waitFor();
  }

  private void limit(String limit) throws IOException, InterruptedException {
    Process prlimit =
        new ProcessBuilder("prlimit", "--pid", Long.toString(process.pid()), limit)
            .inheritIO()
            .start();
    assertThat(prlimit.waitFor()).isZero();
  }

  /** A figure of the process, without its unit. */
  private long figure(String name) throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/" + process.pid() + "/status"))) {
      return lines
          .filter(line -> line.startsWith(name + ":"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
          .findFirst()
          .orElseThrow();
    }
  }

  private void comeAndSpeak(String text) throws IOException {
    byte[] secret = SECRET.getBytes(StandardCharsets.UTF_8);
    try (GangConnection own = GangConnection.to("127.0.0.1", port, secret, BOUND)) {
      own.send(new GangMessage.Note(text));
      assertThat(said.readLine()).contains(text);
    }
  }

  private Socket stranger() throws IOException {
    return stranger("127.0.0.1");
  }

  private Socket stranger(String from) throws IOException {
    Socket stranger =
        new Socket(InetAddress.getLoopbackAddress(), port, InetAddress.getByName(from), 0);
    strangers.add(stranger);
    return stranger;
  }

  @Test
  void shouldLetItsOwnInThroughACrowdOfSilentStrangers() throws Exception {
    comeAndSpeak("before");
    for (int i = 0; i < STRANGERS; i++) {
      stranger();
    }

    comeAndSpeak("behind the crowd");

    assertThat(figure("Threads")).as("threads").isLessThan(STRANGERS / 2);
  }

  @Test
  void shouldLetACrowdOfOneHostDisplaceItsOwnOnly() throws Exception {
    comeAndSpeak("before");
    Socket first = stranger();
    assertThat(first.getInputStream().readNBytes(1)).as("it has its place").hasSize(1);
    for (int i = 0; i < STRANGERS / 2; i++) {
      stranger("127.0.0.2");
    }

    comeAndSpeak("behind the crowd");

    first.setSoTimeout(200);
    assertThatThrownBy(() -> first.getInputStream().readAllBytes())
        .as("a read from a connection that is open")
        .isInstanceOf(SocketTimeoutException.class);
  }

  @Test
  void shouldTakeCallersAgainWhenThereAreDescriptorsAgain() throws Exception {
    comeAndSpeak("before");
    long lines = linesOfLog();
    limit("--nofile=3:");
    stranger();
    awaitLine("Too many open files");

    limit("--nofile=200:");

    comeAndSpeak("after");
    assertThat(linesOfLog() - lines).as("lines about it").isLessThan(20);
  }

  @Test
  void shouldTakeCallersAgainWhenThereAreThreadsAgain() throws Exception {
    comeAndSpeak("before");
    long lines = linesOfLog();
    limit("--as=" + (figure("VmSize") + SPARE_KIB) * 1024 + ":");
    for (int i = 0; i < OLD_STACKS; i++) {
      stranger();
    }
    awaitLine("unable to create native thread");

    limit("--as=unlimited:");

    comeAndSpeak("after");
    assertThat(linesOfLog() - lines).as("lines about it").isLessThan(OLD_STACKS);
  }

  private void awaitLine(String text) {
    Awaitility.await("a line with " + text)
        .atMost(BOUND)
        .until(() -> Files.readString(log).contains(text));
  }

  private long linesOfLog() throws IOException {
    try (Stream<String> lines = Files.lines(log)) {
      return lines.count();
    }
  }
}
