/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi.outputs;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/**
 * The TCP connection of a transfer, on which its two ends say what comes as messages. Nothing on it
 * waits. Used by the thread of a {@link TransferLoop}.
 */
final class Control {
  private final SocketChannel channel;
  private final SelectionKey key;

  /**
   * Takes a connection that is made, or is to be made.
   *
   * @param transfer hears when something has come, or can be said
   * @throws IOException after which the connection is closed
   */
  Control(SocketChannel channel, Selector selector, Transfer transfer) throws IOException {
    this.channel = channel;
    try {
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
      key = channel.register(selector, SelectionKey.OP_READ, transfer);
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Hears only when a connection that has been begun is there. */
  void hearOfConnection() {
    key.interestOps(SelectionKey.OP_CONNECT);
  }

  /** The connection is there: hears what comes. */
  void connected() throws IOException {
    channel.finishConnect();
    key.interestOps(SelectionKey.OP_READ);
  }

  /** Nothing more is of interest. */
  void hearNothing() {
    key.interestOps(0);
  }

  /**
   * Reads what has come.
   *
   * @return how many bytes; -1 at the end of the connection
   */
  int read(ByteBuffer into) throws IOException {
    return channel.read(into);
  }

  /**
   * Says a few bytes, which the kernel always has room for.
   *
   * @throws IOException when it has not, or the connection is gone
   */
  void say(ByteBuffer bytes) throws IOException {
    channel.write(bytes);
    if (bytes.hasRemaining()) {
      throw new IOException("the other slot does not read");
    }
  }

  void say(byte word) throws IOException {
    say(ByteBuffer.wrap(new byte[] {word}));
  }

  void close() {
    try {
      channel.close();
    } catch (IOException e) {
      // There is nothing in it that anybody waits for.
    }
  }
}
