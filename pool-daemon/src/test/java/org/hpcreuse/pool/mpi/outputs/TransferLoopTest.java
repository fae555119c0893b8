/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi.outputs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class TransferLoopTest {
  private static final int GREETING = 7;
  private static final int MANY = 40;

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

  @Test
  void shouldTakeTheNextCallerThoughOthersSayNothing() throws IOException {
    for (int i = 0; i < MANY; i++) {
      Socket caller = new Socket(InetAddress.getLoopbackAddress(), server.socket().getLocalPort());
      callers.add(caller);

      assertThat(caller.getInputStream().read()).as("greeting of caller %d", i).isEqualTo(GREETING);
    }

    assertThat(callers.get(0).getInputStream().read()).as("the oldest has ended").isEqualTo(-1);
  }
}
