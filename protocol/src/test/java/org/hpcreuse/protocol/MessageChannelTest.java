/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MessageChannelTest {
  private static final Duration BOUND = Duration.ofSeconds(30);

  @TempDir private Path dir;

  @Test
  void shouldEndAWaitWithAnIoExceptionWhenItIsClosed() throws Exception {
    Path socket = dir.resolve("s");
    try (ServerSocketChannel silent = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      silent.bind(UnixDomainSocketAddress.of(socket));
      MessageChannel channel = MessageChannel.connect(socket);
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
