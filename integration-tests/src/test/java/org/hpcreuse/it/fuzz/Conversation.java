/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.fuzz;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.hpcreuse.protocol.wire.FrameBuffer;
import org.hpcreuse.protocol.wire.Message;

/** One connection, said piece by piece, until the manager hangs up. */
final class Conversation implements Closeable {
  private final SocketChannel channel;
  private final ByteBuffer bytes;

  Conversation(Path socket, byte[] bytes) throws IOException {
    channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    channel.connect(UnixDomainSocketAddress.of(socket));
    this.bytes = ByteBuffer.wrap(bytes);
  }

  /** Says at most so many of the bytes that are left. */
  void say(int count) throws IOException {
    ByteBuffer piece = bytes.slice(bytes.position(), Math.min(count, bytes.remaining()));
    bytes.position(bytes.position() + piece.remaining());
    try {
      while (piece.hasRemaining()) {
        channel.write(piece);
      }
    } catch (IOException e) {
      requireHangUp(e);
      bytes.position(bytes.limit());
    }
  }

  boolean isSaid() {
    return !bytes.hasRemaining();
  }

  /** All answers. What is not a whole message may be waited for, so it is we who end first. */
  List<Message> answers() throws IOException {
    List<Message> answers = new ArrayList<>();
    FrameBuffer in = new FrameBuffer();
    try {
      channel.shutdownOutput();
      while (true) {
        in.fill(channel);
        for (Optional<Message> next = in.next(); next.isPresent(); next = in.next()) {
          answers.add(next.get());
        }
      }
    } catch (EOFException e) {
      return answers;
    } catch (IOException e) {
      requireHangUp(e);
      return answers;
    }
  }

  /** The manager may hang up before it has heard everything; nothing else may go wrong. */
  private static void requireHangUp(IOException e) throws IOException {
    String what = String.valueOf(e.getMessage());
    if (!what.contains("Broken pipe") && !what.contains("Connection reset")) {
      throw e;
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
