/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class MessageChannelTest {
  private static final Duration BOUND = Duration.ofSeconds(30);

  @TempDir private Path dir;

  /**
   * Other callers fill the queue of a manager that hangs: the kernel would keep the next waiting.
   */
  @Test
  @Timeout(60)
  void shouldNotWaitForAManagerThatHangsLongerThanItMay() throws Exception {
    Path poolDir = dir.resolve("pool");
    PoolFiles.createOwnerOnly(poolDir);
    Path socket = poolDir.resolve("s");
    Files.writeString(
        poolDir.resolve("pool.properties"), Options.SOCKET.key() + "=" + socket + "\n");
    PoolFiles files = PoolFiles.open(poolDir);
    files.createSecret();
    List<SocketChannel> others = new ArrayList<>();
    try (ServerSocketChannel hung = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      hung.bind(UnixDomainSocketAddress.of(socket), 1);
      for (int i = 0; i < 2; i++) {
        others.add(SocketChannel.open(UnixDomainSocketAddress.of(socket)));
      }

      assertThatThrownBy(
              () -> MessageChannel.connect(files, Message.Role.ADMIN, Duration.ofMillis(300)))
          .isInstanceOf(TimeoutException.class)
          .hasMessageContaining(socket.toString());
    } finally {
      for (SocketChannel other : others) {
        other.close();
      }
    }
  }

  @Test
  void shouldEndAWaitWithAnIoExceptionWhenItIsClosed() throws Exception {
    Path socket = dir.resolve("s");
    try (ServerSocketChannel silent = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      silent.bind(UnixDomainSocketAddress.of(socket));
      MessageChannel channel = MessageChannel.connect(socket, BOUND);
      CountDownLatch waiting = new CountDownLatch(1);
      CompletableFuture<Throwable> thrown =
          CompletableFuture.supplyAsync(
              () ->
                  catchThrowable(
                      () -> {
                        waiting.countDown();
                        channel.receive(BOUND);
                      }));
      assertThat(waiting.await(BOUND.toSeconds(), TimeUnit.SECONDS)).isTrue();

      channel.close();

      assertThat(thrown.get(BOUND.toSeconds(), TimeUnit.SECONDS))
          .isInstanceOf(AsynchronousCloseException.class);
    }
  }
}
