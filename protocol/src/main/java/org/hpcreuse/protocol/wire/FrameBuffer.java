/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.wire;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Optional;

/** Collects the bytes of one connection until they make a message. Not thread-safe. */
public final class FrameBuffer {
  private static final int START_BYTES = 8192;
  private static final int MAX_BYTES = Frames.HEADER_BYTES + Frames.MAX_PAYLOAD_BYTES;

  private ByteBuffer buffer = ByteBuffer.allocate(START_BYTES);
  private int maxBytes;

  /** A buffer for messages of any size. */
  public FrameBuffer() {
    this(MAX_BYTES);
  }

  private FrameBuffer(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  /**
   * A buffer for a peer that may be anybody: until {@link #liftLimit} it takes no message that is
   * larger than the buffer it starts with, so that many such peers cost little memory.
   */
  public static FrameBuffer limited() {
    return new FrameBuffer(START_BYTES);
  }

  /** From now on messages may have any size. */
  public void liftLimit() {
    maxBytes = MAX_BYTES;
  }

  /** Whether the beginning of a message has come and not its end. */
  public boolean isWithinMessage() {
    return buffer.position() > 0;
  }

  /**
   * Reads what is there, without waiting when the channel is non-blocking.
   *
   * @return number of bytes read
   * @throws EOFException when the peer has closed
   */
  public int fill(ReadableByteChannel channel) throws IOException {
    if (!buffer.hasRemaining()) {
      int size = Math.min(buffer.capacity() * 2, maxBytes);
      if (size <= buffer.capacity()) {
        throw new ProtocolException("frame larger than " + maxBytes + " bytes");
      }
      buffer = ByteBuffer.allocate(size).put(buffer.flip());
    }
    int count = channel.read(buffer);
    if (count < 0) {
      throw new EOFException("peer closed the connection");
    }
    return count;
  }

  /** Takes the next complete message, if there is one. */
  public Optional<Message> next() throws ProtocolException {
    buffer.flip();
    try {
      return Frames.decode(buffer);
    } finally {
      buffer.compact();
    }
  }
}
