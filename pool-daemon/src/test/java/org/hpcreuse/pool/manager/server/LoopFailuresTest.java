/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.hpcreuse.pool.manager.state.Clock;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.MessageChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every step of the event loop asks the clock: one that fails, fails all of them. */
@Timeout(60)
final class LoopFailuresTest {
  private final AtomicInteger failures = new AtomicInteger();
  private volatile Runnable fail;
  @TempDir private Path temp;
  private RunningManager manager;

  @BeforeEach
  void start() throws IOException {
    Clock system = Clock.system();
    Clock failing =
        new Clock(
            () -> {
              if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                fail.run();
              }
              return system.nowMs();
            },
            system.epochMs());
    manager = new RunningManager(temp, "1x512", failing);
  }

  @AfterEach
  void stop() throws IOException, InterruptedException {
    failures.set(0);
    manager.stop();
  }

  private JsonNode status() throws IOException, TimeoutException {
    try (MessageChannel admin = manager.admin()) {
      admin.send(new Message.StatusQuery(), RunningManager.WAIT);
      Message.Text answer = (Message.Text) admin.receive(RunningManager.WAIT);
      return new ObjectMapper().readTree(answer.text());
    }
  }

  private static void mistake() {
    throw new IllegalStateException("a clock that fails");
  }

  private static void noMemory() {
    throw new OutOfMemoryError("no memory for a clock");
  }

  @Test
  void shouldCountMistakesAndGoOn() throws Exception {
    shouldCountAndGoOn(LoopFailuresTest::mistake);
  }

  @Test
  void shouldCountLackOfMemoryAndGoOn() throws Exception {
    shouldCountAndGoOn(LoopFailuresTest::noMemory);
  }

  private void shouldCountAndGoOn(Runnable failure) throws Exception {
    fail = failure;
    manager.slot(0, 512);
    assertThat(status().at("/pool/failures").asInt()).isZero();

    failures.set(60);

    // A new connection asks the clock, too.
    manager.connect();
    Awaitility.await("the last failure")
        .atMost(RunningManager.WAIT)
        .until(() -> failures.get() == 0);
    Awaitility.await("the manager to serve again")
        .atMost(RunningManager.WAIT)
        .ignoreExceptions()
        .untilAsserted(() -> assertThat(status().at("/pool/failures").asInt()).isPositive());
    manager.process(0).destroyForcibly().waitFor();
    assertThat(manager.process(1).isAlive()).as("the slot that is started in its place").isTrue();
  }
}
