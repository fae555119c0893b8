/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.hpcreuse.protocol.ExitCodes;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.wire.Message;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real manager whose disk hangs: in place of a file stands a named pipe. Who opens one that
 * nobody reads waits, and so does who writes to a full one.
 */
@Timeout(120)
final class HungFilesTest {
  /** What a pipe holds (pipe(7)). */
  private static final int PIPE_BYTES = 65_536;

  @TempDir private Path temp;
  private ManagerProcess manager;

  @AfterEach
  void clear() throws IOException, InterruptedException {
    if (manager != null) {
      manager.clear();
    }
  }

  private static Path pipe(Path path) throws IOException, InterruptedException {
    Process made = new ProcessBuilder("mkfifo", path.toString()).inheritIO().start();
    assertThat(made.waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(made.exitValue()).isZero();
    return path;
  }

  /** The manager with its stderr on that pipe. */
  private void startWithLog(Path pipe) throws IOException {
    List<String> before = List.of("sh", "-c", "exec \"$@\" 2<>\"$0\"", pipe.toString());
    manager =
        new ManagerProcess(temp, "none", "1x64", 0, before, System.getProperty("java.class.path"));
  }

  /** The pipe where the output of the first slot's process should go. */
  private Path startWithSlotOutput() throws IOException, InterruptedException {
    Path pool = temp.resolve("pool");
    PoolFiles.createOwnerOnly(pool);
    Path output = pipe(Files.createDirectory(pool.resolve("logs")).resolve("process-0.out"));
    manager = new ManagerProcess(temp, "none", "1x64", 0);
    return output;
  }

  private String stateOfSlot() throws Exception {
    JsonNode status = manager.ask(new Message.StatusQuery());
    return status.at("/slots/0/state").asText();
  }

  @Test
  void shouldServeWhileItsLogHangs() throws Exception {
    Path pipe = pipe(temp.resolve("log"));
    try (RandomAccessFile log = new RandomAccessFile(pipe.toFile(), "rw")) {
      log.write(new byte[PIPE_BYTES]);
      startWithLog(pipe);

      manager.awaitFree();

      manager.terminate();
      assertThat(manager.awaitEnd()).as("128 + SIGTERM").isEqualTo(143);
    }
  }

  @Test
  void shouldWriteTheLastLineBeforeItEnds() throws Exception {
    Path log = temp.resolve("log");
    Files.createFile(log);
    startWithLog(log);
    manager.awaitFree();

    manager.ask(new Message.StatusQuery());
    manager.terminate();
    manager.awaitEnd();

    assertThat(Files.readString(log)).contains("listens on").contains("the pool ends");
  }

  @Test
  void shouldServeWhileAStartHangs() throws Exception {
    Path output = startWithSlotOutput();

    assertThat(stateOfSlot()).isEqualTo("STARTING");
    try (RandomAccessFile reader = new RandomAccessFile(output.toFile(), "rw")) {
      manager.awaitFree();
      assertThat(reader.getFD().valid()).as("the pipe is open").isTrue();
    }
  }

  @Test
  void shouldEndAProcessWhoseStartHungUntilThePoolEnded() throws Exception {
    Path output = startWithSlotOutput();
    assertThat(stateOfSlot()).isEqualTo("STARTING");
    manager.terminate();
    Awaitility.await("the slot to be given up")
        .atMost(ManagerProcess.WAIT)
        .until(() -> stateOfSlot().equals("DYING"));

    try (RandomAccessFile reader = new RandomAccessFile(output.toFile(), "rw")) {
      assertThat(manager.awaitEnd()).as("128 + SIGTERM").isEqualTo(ExitCodes.TERMINATED);
      assertThat(reader.getFD().valid()).as("the pipe is open").isTrue();
    }

    assertThat(manager.log()).anyMatch(line -> line.endsWith("the pool has ended"));
    assertThat(manager.log()).noneMatch(line -> line.contains("processes left"));
  }
}
