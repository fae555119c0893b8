/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.hpcreuse.pool.manager.core.CoreDriver;
import org.hpcreuse.protocol.program.JavaProgram;
import org.hpcreuse.protocol.wire.Encoded;
import org.hpcreuse.protocol.wire.LaunchSpec;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.MessageChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A manager with the heap that users give it, and launches that fill it several times over. */
@Timeout(180)
final class LargeLaunchesTest {
  private static final int AT_ONCE = 30;
  private static final int BYTES = 2 << 20;
  private static final int ROUNDS = 3;

  @TempDir private Path temp;
  private final ExecutorService executors = Executors.newFixedThreadPool(AT_ONCE);
  private ManagerProcess manager;

  @BeforeEach
  void start() throws IOException {
    manager = new ManagerProcess(temp, "none", "1x64", 0);
  }

  @AfterEach
  void clear() throws IOException, InterruptedException {
    executors.shutdownNow();
    executors.awaitTermination(ManagerProcess.WAIT.toMillis(), TimeUnit.MILLISECONDS);
    manager.clear();
  }

  private static LaunchSpec large(String id) {
    Map<String, String> environment = Map.of("LARGE", "x".repeat(BYTES));
    JavaProgram program =
        new JavaProgram(environment, Map.of(), List.of(), "Main", List.of(), "", "");
    return new LaunchSpec(id, "/", 64, Encoded.of(program));
  }

  private Message launch(String id) throws IOException, TimeoutException {
    try (MessageChannel executor = manager.connect(Message.Role.EXECUTOR)) {
      executor.send(new Message.Launch(large(id), 2_000), ManagerProcess.WAIT);
      Message answer = executor.receive(ManagerProcess.WAIT);
      return answer instanceof Message.Assigned ? executor.receive(ManagerProcess.WAIT) : answer;
    }
  }

  private List<Message> launchAll(int round) throws Exception {
    List<Future<Message>> asked = new ArrayList<>();
    for (int i = 0; i < AT_ONCE; i++) {
      String id = "large_" + round + "_" + i;
      asked.add(executors.submit(() -> launch(id)));
    }
    List<Message> answers = new ArrayList<>();
    for (Future<Message> answer : asked) {
      answers.add(answer.get());
    }
    return answers;
  }

  @Test
  void shouldRefuseTheLargeLaunchesThatItsHeapCannotHold() throws Exception {
    long pid = manager.awaitFree().at("/pool/pid").asLong();
    try (MessageChannel busy = manager.connect(Message.Role.EXECUTOR)) {
      busy.send(new Message.Launch(CoreDriver.spec("busy", 64, "Forever"), 0), ManagerProcess.WAIT);
      assertThat(busy.receive(ManagerProcess.WAIT)).isInstanceOf(Message.Assigned.class);

      for (int round = 0; round < ROUNDS; round++) {
        assertThat(launchAll(round)).allMatch(LargeLaunchesTest::isDeclinedWithNumbers);
      }
    }

    JsonNode status = manager.ask(new Message.StatusQuery());
    assertThat(status.at("/pool/pid").asLong()).as("the manager's pid").isEqualTo(pid);
    assertThat(status.at("/pool/failures").asInt()).isZero();
    assertThat(status.at("/launches/declined/pool-memory").asInt()).isPositive();
    assertThat(status.at("/launches/declined/pool-busy").asInt()).isPositive();
  }

  private static boolean isDeclinedWithNumbers(Message answer) {
    if (!(answer instanceof Message.Declined declined)) {
      return false;
    }
    return switch (declined.reason()) {
      case POOL_BUSY -> true;
      case POOL_MEMORY ->
          declined
              .detail()
              .matches("its launch has \\d+ bytes; messages hold \\d+ bytes, limit \\d+");
      default -> false;
    };
  }

  @Test
  void shouldRunLargeLaunchesWhenSlotsAreFree() throws Exception {
    manager.awaitFree();

    for (int i = 0; i < AT_ONCE; i++) {
      assertThat(launch("large_" + i)).isInstanceOf(Message.Exited.class);
    }

    assertThat(manager.ask(new Message.StatusQuery()).at("/pool/failures").asInt()).isZero();
  }
}
