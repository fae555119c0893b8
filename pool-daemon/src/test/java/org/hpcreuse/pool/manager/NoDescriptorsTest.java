/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.MessageChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A manager that may open no further files. */
@Timeout(120)
final class NoDescriptorsTest {
  private static final int LIMIT = 200;
  private static final int QUESTIONS = 200;

  @TempDir private Path temp;
  private final Deque<MessageChannel> callers = new ArrayDeque<>();
  private ManagerProcess manager;

  private void start(List<String> before) throws IOException {
    String classPath = System.getProperty("java.class.path");
    manager = new ManagerProcess(temp, "none", "1x64", 0, before, classPath);
    manager.awaitFree();
  }

  @AfterEach
  void clear() throws IOException, InterruptedException {
    for (MessageChannel caller : callers) {
      caller.close();
    }
    manager.clear();
  }

  /** Sets the manager's soft limit. */
  private void limit(long descriptors) throws IOException, InterruptedException {
    Process prlimit =
        new ProcessBuilder(
                "prlimit", "--pid", Long.toString(manager.pid()), "--nofile=" + descriptors + ":")
            .inheritIO()
            .start();
    assertThat(prlimit.waitFor()).isZero();
  }

  private long highestDescriptor() throws IOException {
    try (Stream<Path> open = Files.list(Path.of("/proc/" + manager.pid() + "/fd"))) {
      return open.mapToLong(fd -> Long.parseLong(fd.getFileName().toString())).max().orElseThrow();
    }
  }

  private void call() throws IOException, TimeoutException {
    callers.add(MessageChannel.connect(manager.files, Message.Role.EXECUTOR, ManagerProcess.WAIT));
  }

  private static JsonNode status(MessageChannel admin) throws IOException, TimeoutException {
    admin.send(new Message.StatusQuery(), ManagerProcess.WAIT);
    Message.Text answer = (Message.Text) admin.receive(ManagerProcess.WAIT);
    return new ObjectMapper().readTree(answer.text());
  }

  private void callUntilRefused() {
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < LIMIT; i++) {
                call();
              }
            })
        .as("a caller that is refused, not kept waiting")
        .isInstanceOf(IOException.class);
  }

  private void assertServedAgain(MessageChannel admin) throws IOException, TimeoutException {
    Awaitility.await("a place for another caller")
        .atMost(ManagerProcess.WAIT)
        .ignoreExceptions()
        .until(
            () -> {
              call();
              return true;
            });
    assertThat(status(admin).at("/pool/failures").asInt()).isZero();
  }

  @Test
  void shouldKeepDescriptorsForItsFilesAndRefuseFurtherCallers() throws Exception {
    start(List.of("prlimit", "--nofile=" + LIMIT));
    try (MessageChannel admin = manager.connect(Message.Role.ADMIN)) {

      callUntilRefused();

      assertThat(callers).hasSizeGreaterThan(LIMIT / 4).hasSizeLessThan(LIMIT - 50);
      assertThat(status(admin).at("/refused/too-many").asInt()).isPositive();
      callers.pop().close();
      assertServedAgain(admin);
    }
  }

  @Test
  void shouldRefuseCallersWhenNoDescriptorIsLeft() throws Exception {
    start(List.of());
    try (MessageChannel admin = manager.connect(Message.Role.ADMIN)) {
      limit(highestDescriptor() + 1);

      callUntilRefused();
      callUntilRefused();

      assertThat(status(admin).at("/refused/no-descriptors").asInt()).isGreaterThanOrEqualTo(2);
      assertThat(manager.log().stream().filter(line -> line.contains("no-descriptors")))
          .as("lines about it")
          .hasSize(1);
      limit(LIMIT);
      assertServedAgain(admin);
    }
  }

  @Test
  void shouldServeOthersAndWaitWhileItCannotEvenRefuse() throws Exception {
    start(List.of());
    try (MessageChannel admin = manager.connect(Message.Role.ADMIN)) {
      limit(3);
      try (MessageChannel waiting =
          MessageChannel.connect(manager.files.socket(), ManagerProcess.WAIT)) {
        for (int i = 0; i < QUESTIONS; i++) {
          assertThat(status(admin).at("/slots/0/state").asText()).isEqualTo("FREE");
        }
        assertThat(status(admin).at("/refused/no-descriptors").asInt())
            .as("attempts to take it, one a second")
            .isBetween(1, QUESTIONS / 2);
        assertThat(manager.log()).as("the log").hasSizeLessThan(QUESTIONS / 2);

        limit(LIMIT);

        String secret = manager.files.readSecret();
        waiting.send(new Message.Hello(Message.Role.ADMIN, 1, secret), ManagerProcess.WAIT);
        assertThat(waiting.receive(ManagerProcess.WAIT)).isInstanceOf(Message.Welcome.class);
      }
    }
  }
}
