/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi.outputs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.hpcreuse.protocol.wire.Strangers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class TransferLoopTest {
  private static final int GREETING = 7;

  /** More than may be there at a time without a proof. */
  private static final int MANY = 130;

  private final List<Socket> callers = new ArrayList<>();
  private ServerSocketChannel server;

  /** Greets who has connected, who then says nothing. */
  private static final class Stranger implements Transfer {
    private final SocketChannel channel;
    private boolean over;

    Stranger(SocketChannel channel) {
      this.channel = channel;
    }

    @Override
    public void begin(Selector selector) throws IOException {
      channel.write(ByteBuffer.wrap(new byte[] {GREETING}));
    }

    @Override
    public void ready() {}

    @Override
    public boolean step() {
      return false;
    }

    @Override
    public boolean isStranger() {
      return true;
    }

    @Override
    public boolean isInMpi() {
      return false;
    }

    @Override
    public boolean isOver() {
      return over;
    }

    @Override
    public void fail(Exception reason) {
      over = true;
      try {
        channel.close();
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @BeforeEach
  void start() throws IOException {
    server =
        ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    new TransferLoop(server, Stranger::new, () -> {}).start();
  }

  @AfterEach
  void stop() throws IOException {
    for (Socket caller : callers) {
      caller.close();
    }
    server.close();
  }

  private Socket greeted(String from) throws IOException {
    Socket caller =
        new Socket(
            InetAddress.getLoopbackAddress(),
            server.socket().getLocalPort(),
            InetAddress.getByName(from),
            0);
    callers.add(caller);
    assertThat(caller.getInputStream().read())
        .as("greeting of caller %d", callers.size())
        .isEqualTo(GREETING);
    return caller;
  }

  @Test
  void shouldTakeTheNextCallerThoughOthersSayNothingWhenTheyHadTheirTime() throws IOException {
    long start = System.nanoTime();
    for (int i = 0; i < MANY; i++) {
      greeted("127.0.0.1");
    }

    assertThat(callers.get(0).getInputStream().read()).as("the oldest has ended").isEqualTo(-1);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Strangers.PLACE);
  }

  @Test
  void shouldLetACrowdOfOneHostDisplaceItsOwnOnly() throws IOException {
    Socket first = greeted("127.0.0.1");
    for (int i = 0; i < MANY; i++) {
      greeted("127.0.0.2");
    }

    assertThat(callers.get(1).getInputStream().read()).as("its oldest has ended").isEqualTo(-1);
    first.setSoTimeout(200);
    assertThatThrownBy(() -> first.getInputStream().read())
        .as("a read from a connection that is open")
        .isInstanceOf(SocketTimeoutException.class);
  }
}
