/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
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
import java.util.stream.Stream;
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
  @Timeout(60)
  void shouldSayWhetherItsPeerIsThereAndSilent() throws Exception {
    Path socket = dir.resolve("s");
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(socket));
      try (MessageChannel channel = MessageChannel.connect(socket, BOUND);
          SocketChannel peer = server.accept()) {
        assertThat(channel.isQuiet()).isTrue();

        peer.write(Frames.encode(new Message.Done()));
        assertThat(channel.isQuiet()).isFalse();

        assertThat(channel.receive(BOUND)).isEqualTo(new Message.Done());
        assertThat(channel.isQuiet()).isTrue();

        peer.shutdownOutput();
        assertThat(channel.isQuiet()).isFalse();
      }
    }
  }

  /** The socket, and a selector's epoll and event descriptors. */
  @Test
  @Timeout(60)
  void shouldHoldThreeDescriptorsUntilItsSocketIsFull() throws Exception {
    Path socket = dir.resolve("s");
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(socket));
      MessageChannel.connect(socket, BOUND).close();
      long before = descriptors();
      try (MessageChannel channel = MessageChannel.connect(socket, BOUND)) {
        channel.send(new Message.Done(), BOUND);
        assertThat(descriptors()).isEqualTo(before + 3);

        assertThatThrownBy(() -> fill(channel)).isInstanceOf(TimeoutException.class);
        assertThat(descriptors()).isEqualTo(before + 5);
      }
      assertThat(descriptors()).isEqualTo(before);
    }
  }

  private static void fill(MessageChannel channel) throws Exception {
    while (true) {
      channel.send(new Message.Text("x".repeat(100_000)), Duration.ofMillis(10));
    }
  }

  /** Of sockets, epoll and events: the JVM may open a jar at any time. */
  private static long descriptors() throws IOException {
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      return open.map(MessageChannelTest::target)
          .filter(to -> to.matches("(socket|anon_inode):.*"))
          .count();
    }
  }

  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException e) {
      return ""; // closed meanwhile
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
