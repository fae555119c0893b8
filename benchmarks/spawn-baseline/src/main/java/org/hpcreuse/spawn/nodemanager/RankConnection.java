/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.spawn.nodemanager;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.hpcreuse.spawn.rank.LaunchRequest;

/**
 * The connection to a rank that has one launch to serve. It never blocks: an interrupt would close
 * a channel that does. Not thread-safe.
 */
final class RankConnection implements Closeable {
  /** A rank's last words; what goes beyond is not shown. */
  private static final int MOST_BYTES = 4096;

  private final SocketChannel channel;
  private final ByteBuffer said = ByteBuffer.allocate(MOST_BYTES);

  RankConnection(SocketChannel channel) throws IOException {
    channel.configureBlocking(false);
    this.channel = channel;
  }

  /**
   * Hands a launch over.
   *
   * @throws IOException when the rank is gone, or has not read: a request is smaller than the
   *     kernel's buffer
   */
  void send(LaunchRequest request) throws IOException {
    ByteBuffer bytes = request.encode();
    channel.write(bytes);
    if (bytes.hasRemaining()) {
      throw new IOException("a rank has not taken the last " + bytes.remaining() + " bytes");
    }
  }

  /**
   * Whether the rank has closed the connection.
   *
   * @return empty when it has not; why it could not start the process; or nothing but blanks, when
   *     the rank has ended
   */
  Optional<String> closing() {
    try {
      while (said.hasRemaining()) {
        int count = channel.read(said);
        if (count == 0) {
          return Optional.empty();
        }
        if (count < 0) {
          break;
        }
      }
    } catch (IOException e) {
      // It has been killed with something unread.
    }
    return Optional.of(StandardCharsets.UTF_8.decode(said.duplicate().flip()).toString());
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
