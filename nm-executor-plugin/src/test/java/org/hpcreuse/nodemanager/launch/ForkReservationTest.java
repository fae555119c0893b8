/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.hpcreuse.protocol.FallbackReason;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.wire.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForkReservationTest {
  @TempDir private Path dir;

  @Test
  void shouldNotWaitLongForAPoolThatDoesNotSayHello() throws Exception {
    Path pool = dir.resolve("pool");
    PoolFiles.createOwnerOnly(pool);
    Path socket = pool.resolve("s");
    Files.writeString(pool.resolve("pool.properties"), "hpc-reuse.pool.socket=" + socket + "\n");
    PoolFiles.open(pool).createSecret();
    try (ServerSocketChannel silent = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      silent.bind(UnixDomainSocketAddress.of(socket));
      assertTimeoutPreemptively(
          Duration.ofSeconds(5),
          () ->
              ForkReservation.ask(
                      new ManagerClient(pool),
                      new Message.Fork("c", Optional.of(FallbackReason.OPTED_OUT), 1))
                  .giveBack());
    }
  }

  @Test
  void shouldTellTheNextManagerOfAContainerThatRuns() throws Exception {
    AtomicBoolean first = new AtomicBoolean(true);
    BiConsumer<ScriptedPool.Caller, Message> script =
        (caller, message) -> {
          if (first.getAndSet(false)) {
            caller.hangUp();
          }
        };
    try (ScriptedPool pool = new ScriptedPool(dir, script)) {
      ForkReservation reservation =
          ForkReservation.ask(
              new ManagerClient(pool.dir()),
              new Message.Fork("c", Optional.of(FallbackReason.OPTED_OUT), 640));

      await()
          .untilAsserted(
              () ->
                  assertThat(pool.heard())
                      .containsExactly(
                          new Message.Fork("c", Optional.of(FallbackReason.OPTED_OUT), 640),
                          new Message.Fork("c", Optional.empty(), 640)));
      await().until(() -> pool.callers() == 1);
      reservation.giveBack();

      await().until(() -> pool.callers() == 0);
      assertThat(pool.heard()).hasSize(2);
    }
  }
}
