/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.hpcreuse.pool.manager.core.CoreDriver;
import org.hpcreuse.protocol.ExitCodes;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.MessageChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A manager that is stopped (SIGSTOP), and goes on later. */
@Timeout(120)
final class StoppedManagerTest {
  private static final Duration SHORT = Duration.ofMillis(500);

  @TempDir private Path temp;
  private ManagerProcess manager;

  @BeforeEach
  void start() throws IOException {
    manager = new ManagerProcess(temp, "none", "1x64", 0);
    manager.awaitFree();
  }

  @AfterEach
  void end() throws Exception {
    signal("CONT");
    manager.clear();
  }

  private void signal(String name) throws IOException, InterruptedException {
    String pid = Long.toString(manager.pid());
    Process kill = new ProcessBuilder("kill", "-" + name, pid).start();
    assertThat(kill.waitFor(10, TimeUnit.SECONDS)).isTrue();
  }

  /** A thread that runs goes on for a moment after kill(2) has returned. */
  private void stop() throws IOException, InterruptedException {
    signal("STOP");
    Path threads = Path.of("/proc", Long.toString(manager.pid()), "task");
    Awaitility.await("all threads of the manager to be stopped")
        .atMost(ManagerProcess.WAIT)
        .until(
            () -> {
              try (Stream<Path> each = Files.list(threads)) {
                return each.allMatch(StoppedManagerTest::isStopped);
              }
            });
  }

  private static boolean isStopped(Path thread) {
    try {
      return Files.readString(thread.resolve("status")).contains("State:\tT");
    } catch (IOException e) {
      return true; // it has ended
    }
  }

  private static void launch(MessageChannel executor, String id)
      throws IOException, TimeoutException {
    executor.send(new Message.Launch(CoreDriver.spec(id, 64), 60_000), ManagerProcess.WAIT);
  }

  private void assertNothingHasRun() throws IOException, TimeoutException {
    JsonNode status = manager.awaitFree();
    assertThat(status.at("/launches/reused").asInt()).isZero();
    assertThat(status.at("/slots/0/containers").asInt()).isZero();
  }

  @Test
  void shouldAnswerForItsLoopOnlyWhenThatTurns() throws Exception {
    try (MessageChannel caller = manager.connect(Message.Role.EXECUTOR)) {
      stop();
      caller.send(new Message.Ping(), ManagerProcess.WAIT);
      assertThatThrownBy(() -> caller.receive(SHORT)).isInstanceOf(TimeoutException.class);

      signal("CONT");

      assertThat(caller.receive(ManagerProcess.WAIT)).isEqualTo(new Message.Pong());
    }
  }

  @Test
  void shouldRunNoContainerWhoseExecutorHasGoneMeanwhile() throws Exception {
    try (MessageChannel executor = manager.connect(Message.Role.EXECUTOR)) {
      stop();
      launch(executor, "a");
    }

    signal("CONT");

    assertNothingHasRun();
  }

  @Test
  void shouldRunNoContainerThatItsExecutorHasGivenUpMeanwhile() throws Exception {
    try (MessageChannel executor = manager.connect(Message.Role.EXECUTOR)) {
      stop();
      launch(executor, "a");
      executor.send(new Message.Ping(), ManagerProcess.WAIT);
      executor.endSending();
      assertThatThrownBy(() -> executor.receive(SHORT)).isInstanceOf(TimeoutException.class);

      signal("CONT");

      assertNothingHasRun();
    }
  }

  @Test
  void shouldRunAContainerWhoseExecutorHasWaitedAndAskedAgainAndAgain() throws Exception {
    try (MessageChannel executor = manager.connect(Message.Role.EXECUTOR)) {
      stop();
      launch(executor, "a");
      executor.send(new Message.Ping(), ManagerProcess.WAIT);
      executor.send(new Message.Ping(), ManagerProcess.WAIT);

      signal("CONT");

      Message.Exited exited = null;
      int pongs = 0;
      while (exited == null) {
        Message message = executor.receive(ManagerProcess.WAIT);
        pongs += message instanceof Message.Pong ? 1 : 0;
        exited = message instanceof Message.Exited end ? end : null;
      }
      assertThat(exited.status()).isZero();
      executor.send(new Message.Ping(), ManagerProcess.WAIT);
      while (pongs < 3) {
        assertThat(executor.receive(ManagerProcess.WAIT)).isEqualTo(new Message.Pong());
        pongs++;
      }
    }
  }

  @Test
  void shouldNotBeTakenOverByAnotherWhileItLives() throws Exception {
    stop();

    Process other = manager.startAnother(temp.resolve("other.log"));

    assertThat(other.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(other.exitValue()).isEqualTo(ExitCodes.IN_USE);
  }
}
