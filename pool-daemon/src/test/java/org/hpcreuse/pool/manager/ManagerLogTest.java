/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.MessageChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The log of a real manager, into which the test writes as the keeper does. */
@Timeout(120)
final class ManagerLogTest {
  private static final int ROTATIONS = ManagerLog.OLDER_FILES + 2;

  @TempDir private Path temp;
  private Path log;
  private ManagerProcess manager;

  @AfterEach
  void clear() throws IOException, InterruptedException {
    manager.clear();
  }

  /** Makes the log as long as it may be. */
  private void fill(String name) throws IOException {
    String line = name + " " + "x".repeat(1_000) + "\n";
    String lines = line.repeat((int) (ManagerLog.MAX_BYTES / line.length()) + 1);
    Files.writeString(log, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private void beRefused(long pid) throws IOException, TimeoutException {
    try (MessageChannel caller =
        MessageChannel.connect(manager.files.socket(), ManagerProcess.WAIT)) {
      caller.send(new Message.Hello(Message.Role.ADMIN, pid, "wrong"), ManagerProcess.WAIT);
      caller.receive(ManagerProcess.WAIT);
    }
  }

  private long count(Path file, String text) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines.filter(line -> line.contains(text)).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(temp)) {
      return files.filter(f -> f.getFileName().toString().startsWith("manager.log")).toList();
    }
  }

  @Test
  void shouldKeepAFixedNumberOfOlderFilesAndLoseNoLine() throws Exception {
    log = temp.resolve("manager.log");
    fill("round_0");
    manager = new ManagerProcess(temp, "none", "1x64", 0);
    manager.awaitFree();
    Path older = temp.resolve("manager.log.1");
    assertThat(count(older, "round_0")).isGreaterThan(ManagerLog.MAX_BYTES / 2_000);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(older)))
        .isEqualTo("rw-------");

    for (int round = 1; round < ROTATIONS; round++) {
      fill("round_" + round);
      beRefused(round);
      String name = "round_" + round;
      Awaitility.await("rotation " + round)
          .atMost(ManagerProcess.WAIT)
          .until(() -> count(older, name) > 0 && count(log, name) == 0);
      assertThat(count(older, "wrong-secret")).as("the line that was too much").isEqualTo(1);
    }

    assertThat(files()).hasSize(1 + ManagerLog.OLDER_FILES);
    assertThat(count(temp.resolve("manager.log." + ManagerLog.OLDER_FILES), "round_2"))
        .as("the oldest file")
        .isPositive();
    assertThat(Files.size(log)).isLessThan(ManagerLog.MAX_BYTES);
    List<String> all =
        Stream.concat(Stream.of(log), Stream.of(older)).flatMap(ManagerLogTest::lines).toList();
    assertThat(all).noneMatch(line -> line.indexOf(0) >= 0);
  }

  @Test
  void shouldBeginANewFileForAProcessWhoseNameHasALongOne() throws Exception {
    Path pool = temp.resolve("pool");
    PoolFiles.createOwnerOnly(pool);
    log = Files.createDirectory(pool.resolve("logs")).resolve("process-0.out");
    fill("old");

    manager = new ManagerProcess(temp, "none", "1x64", 0);
    manager.awaitFree();

    assertThat(count(log, "old")).isZero();
    assertThat(count(log.resolveSibling("process-0.out.1"), "old")).isPositive();
  }

  private static Stream<String> lines(Path file) {
    try {
      return Files.readAllLines(file).stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
