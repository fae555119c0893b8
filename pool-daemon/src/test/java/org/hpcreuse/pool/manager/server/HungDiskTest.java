/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.hpcreuse.pool.manager.core.CoreDriver;
import org.hpcreuse.pool.manager.state.Clock;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.MessageChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The disk with the framework's files hangs, as a shared one may. */
@Timeout(60)
final class HungDiskTest {
  @TempDir private Path temp;
  private final CountDownLatch disk = new CountDownLatch(1);
  private RunningManager manager;

  @BeforeEach
  void start() throws IOException {
    manager = new RunningManager(temp, "1x512", Clock.system(), this::fingerprint);
  }

  @AfterEach
  void stop() throws IOException, InterruptedException {
    disk.countDown();
    manager.stop();
  }

  private void awaitDisk() {
    try {
      disk.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private String fingerprint() throws IOException {
    try {
      disk.await();
      return "";
    } catch (InterruptedException e) {
      throw new IOException("the manager ends", e);
    }
  }

  @Test
  void shouldShowThatTheLoopTurnsWhileItLooksForWhatASlotHasLeft() throws Exception {
    CountDownLatch looked = new CountDownLatch(1);
    manager.looks =
        () -> {
          looked.countDown();
          awaitDisk();
        };
    MessageChannel executor = manager.executor();

    manager.process(0).destroyForcibly().waitFor();
    assertThat(looked.await(RunningManager.WAIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    executor.send(new Message.Ping(), RunningManager.WAIT);

    assertThat(executor.receive(RunningManager.WAIT)).isEqualTo(new Message.Pong());
  }

  @Test
  void shouldRunContainersAndShowThatTheLoopTurns() throws Exception {
    MessageChannel slot = manager.slot(0, 512);
    MessageChannel executor = manager.executor();

    executor.send(new Message.Launch(CoreDriver.spec("a", 256), 10_000), RunningManager.WAIT);
    executor.send(new Message.Ping(), RunningManager.WAIT);

    assertThat(executor.receive(RunningManager.WAIT)).isEqualTo(new Message.Pong());
    assertThat(executor.receive(RunningManager.WAIT)).isInstanceOf(Message.Assigned.class);
    assertThat(slot.receive(RunningManager.WAIT)).isInstanceOf(Message.Run.class);
  }
}
