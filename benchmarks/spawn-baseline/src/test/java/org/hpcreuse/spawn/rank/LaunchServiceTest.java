/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.spawn.rank;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The NodeManager is played by the test. */
@Timeout(30)
class LaunchServiceTest {
  private static final LaunchRequest REQUEST = new LaunchRequest("/", List.of("true"));

  @TempDir Path dir;
  private final BlockingQueue<LaunchRequest> spawned = new LinkedBlockingQueue<>();
  private ServerSocketChannel nodeManager;
  private Thread rank;

  @BeforeEach
  void listen() throws IOException {
    Files.deleteIfExists(dir.resolve("s"));
    nodeManager = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    nodeManager.bind(UnixDomainSocketAddress.of(dir.resolve("s")));
  }

  @AfterEach
  void end() throws Exception {
    rank.interrupt();
    nodeManager.close();
    rank.join();
  }

  private void start(LaunchService.Spawner spawner) {
    LaunchService service = new LaunchService(dir.resolve("s"), spawner, Duration.ofMillis(50));
    rank =
        new Thread(
            () -> {
              try {
                service.run();
              } catch (InterruptedException e) {
                return;
              }
            },
            "test-rank");
    rank.start();
  }

  private Optional<String> spawn(LaunchRequest request) {
    spawned.add(request);
    return Optional.empty();
  }

  private void launch() throws IOException, InterruptedException {
    try (SocketChannel channel = nodeManager.accept()) {
      channel.write(REQUEST.encode());
      assertThat(spawned.poll(30, TimeUnit.SECONDS)).isEqualTo(REQUEST);
    }
  }

  @Test
  void shouldServeOneLaunchAfterTheOther() throws Exception {
    start(this::spawn);

    launch();
    launch();
  }

  @Test
  void shouldServeTheNextLaunchWhileASpawnHangs() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    start(
        request -> {
          spawned.add(request);
          awaitUninterruptibly(never);
          return Optional.empty();
        });

    launch();
    launch();
    never.countDown();
  }

  @Test
  void shouldSayWhyNothingWasStarted() throws Exception {
    start(request -> Optional.of("no room"));

    try (SocketChannel channel = nodeManager.accept()) {
      channel.write(REQUEST.encode());
      byte[] said = Channels.newInputStream(channel).readAllBytes();
      assertThat(new String(said, StandardCharsets.UTF_8)).isEqualTo("no room");
    }
  }

  @Test
  void shouldComeBackToANodeManagerThatWasStartedAgain() throws Exception {
    start(this::spawn);
    nodeManager.accept().close();
    nodeManager.close();
    listen();

    launch();
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
