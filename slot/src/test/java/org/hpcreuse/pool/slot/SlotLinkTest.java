/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.hpcreuse.pool.slot.process.SlotLog;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.program.JavaProgram;
import org.hpcreuse.protocol.wire.Encoded;
import org.hpcreuse.protocol.wire.FrameBuffer;
import org.hpcreuse.protocol.wire.Frames;
import org.hpcreuse.protocol.wire.LaunchSpec;
import org.hpcreuse.protocol.wire.Message;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SlotLinkTest {
  private static final Message.SlotHello HELLO = new Message.SlotHello(0, 64, "", "log", "");
  private static final Duration SEARCH = Duration.ofSeconds(1);
  private static final JavaProgram PROGRAM =
      new JavaProgram(Map.of(), Map.of(), List.of(), "M", List.of(), "", "");

  @TempDir private Path dir;
  private PoolFiles files;
  private ServerSocketChannel manager;
  private SlotLog log;

  @BeforeEach
  void listen() throws IOException {
    Path socket = dir.resolve("s");
    Path pool = dir.resolve("pool");
    PoolFiles.createOwnerOnly(pool);
    Files.writeString(pool.resolve("pool.properties"), "hpc-reuse.pool.socket=" + socket);
    files = PoolFiles.open(pool);
    files.createSecret();
    manager = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    manager.bind(UnixDomainSocketAddress.of(socket));
    log = new SlotLog(dir.resolve("slot.log"));
  }

  @AfterEach
  void close() throws IOException {
    Thread.interrupted();
    manager.close();
  }

  /** One slot's end at the manager. */
  private record Peer(SocketChannel channel, FrameBuffer in) {
    void say(Message message) throws IOException {
      ByteBuffer frame = Frames.encode(message);
      while (frame.hasRemaining()) {
        channel.write(frame);
      }
    }

    Message hear() throws IOException {
      for (Optional<Message> next = in.next(); ; next = in.next()) {
        if (next.isPresent()) {
          return next.get();
        }
        in.fill(channel);
      }
    }
  }

  private Peer accept() throws IOException {
    Peer peer = new Peer(manager.accept(), new FrameBuffer());
    assertThat(peer.hear()).isInstanceOf(Message.Hello.class);
    peer.say(new Message.Welcome(64));
    return peer;
  }

  /** Serves the first caller, interrupts the slot, and hangs up on it and on all who follow. */
  private void serveOne(Thread slot, AtomicInteger callers) {
    try {
      Peer first = accept();
      first.hear();
      slot.interrupt();
      first.channel().close();
      while (true) {
        manager.accept().close();
        callers.incrementAndGet();
      }
    } catch (IOException closed) {
      slot.interrupt();
    }
  }

  @Test
  void shouldWaitUntilTheNextManagerHasTheLastWordOfASlotThatEnds() throws Exception {
    Message.Run run = new Message.Run(7, new LaunchSpec("c", "/w", 1, Encoded.of(PROGRAM)));
    Message.Exited exited = new Message.Exited("c", 7, 3, "", 1, 2);
    CompletableFuture<Message> heard = new CompletableFuture<>();
    CountDownLatch hungUp = new CountDownLatch(1);
    CountDownLatch asked = new CountDownLatch(1);
    start(
        "managers",
        () -> {
          Peer first = accept();
          first.hear();
          first.say(run);
          first.channel().close();
          hungUp.countDown();
          asked.await();
          Peer next = accept();
          next.hear();
          heard.complete(next.hear());
          next.hear(); // until the slot hangs up
          return null;
        });
    SlotLink link = SlotLink.open(files, HELLO, Duration.ofSeconds(30), log);
    assertThat(link.receive()).isEqualTo(run);
    hungUp.await();
    start("listener", link::receive);
    Awaitility.await().until(() -> Files.readString(dir.resolve("slot.log")).contains("broken"));

    link.send(new Message.Ending(exited, "threads"));
    assertThat(link.awaitSent(Duration.ofMillis(50))).isFalse();
    asked.countDown();

    assertThat(link.awaitSent(Duration.ofSeconds(30))).isTrue();
    assertThat(heard.get()).isEqualTo(new Message.Ending(exited, "threads"));
  }

  private static void start(String name, Callable<?> work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.call();
              } catch (Exception e) {
                Thread.currentThread().setName(name + ": " + e);
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
  }

  @Test
  void shouldLookForAManagerNoFasterWhenAContainerHasInterruptedItsThread() throws Exception {
    Thread slot = Thread.currentThread();
    AtomicInteger callers = new AtomicInteger();
    Thread managers = new Thread(() -> serveOne(slot, callers), "managers");
    managers.setDaemon(true);
    managers.start();

    SlotLink link = SlotLink.open(files, HELLO, SEARCH, log);

    assertThatThrownBy(link::receive).hasMessageContaining("no pool manager");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(callers).hasValueBetween(2, 20);
  }
}
