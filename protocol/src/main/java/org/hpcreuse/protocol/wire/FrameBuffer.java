/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.wire;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Optional;

/**
 * Collects the bytes of one connection until they make a message. It grows with what has come, up
 * to the length of the message, and is small again when the message has been taken. Not
 * thread-safe.
 */
public final class FrameBuffer {
  private static final int START_BYTES = 1 << 10;

  /** Messages up to this length come in without a question. */
  static final int SMALL_BYTES = 8 << 10;

  private ByteBuffer buffer = ByteBuffer.allocate(START_BYTES);
  private LargeMessages admission;

  /** Length of the large message that is coming in; 0 = none. */
  private int admittedBytes;

  /** What is left of a message that is thrown away. */
  private int bytesToSkip;

  private Optional<Skipped> skipped = Optional.empty();

  /** Decides about messages that are not small. */
  @FunctionalInterface
  public interface LargeMessages {
    /**
     * Asked once for each message, when its header has come.
     *
     * @param bytes its length on the wire
     * @return whether to take it; it is skipped otherwise
     * @throws ProtocolException when the connection is of no use any more
     */
    boolean admits(Class<? extends Message> type, int bytes) throws ProtocolException;
  }

  /**
   * A message that was not admitted. The bytes that follow it are those of the next one.
   *
   * @param bytes its length on the wire
   * @param firstText its first component, where that is a text
   */
  public record Skipped(Class<? extends Message> type, int bytes, Optional<String> firstText) {}

  /** A buffer for messages of any size. */
  public FrameBuffer() {
    this((type, bytes) -> true);
  }

  private FrameBuffer(LargeMessages admission) {
    this.admission = admission;
  }

  /**
   * A buffer for a peer that may be anybody: until {@link #liftLimit} it takes small messages only,
   * so that many such peers cost little memory.
   */
  public static FrameBuffer limited() {
    return new FrameBuffer(
        (type, bytes) -> {
          throw new ProtocolException("frame larger than " + SMALL_BYTES + " bytes");
        });
  }

  /** From now on messages may have the size that is admitted. */
  public void liftLimit(LargeMessages by) {
    admission = by;
  }

  /** Whether the beginning of a message has come and not its end. */
  public boolean isWithinMessage() {
    return buffer.position() > 0 || bytesToSkip > 0;
  }

  /** Memory that this buffer takes, or will take when the message that is coming in is complete. */
  public int heldBytes() {
    return Math.max(buffer.capacity(), admittedBytes);
  }

  /** Whether more can be read before complete messages have been taken. */
  public boolean hasRoom() {
    return buffer.hasRemaining();
  }

  /**
   * Reads what is there, without waiting when the channel is non-blocking. All complete messages
   * must have been taken, unless the buffer {@linkplain #hasRoom has room}.
   *
   * @return number of bytes read
   * @throws EOFException when the peer has closed
   */
  public int fill(ReadableByteChannel channel) throws IOException {
    if (!buffer.hasRemaining()) {
      makeRoom();
    }
    if (bytesToSkip > 0) {
      buffer.limit(Math.min(buffer.capacity(), bytesToSkip));
    }
    int count = channel.read(buffer);
    if (count < 0) {
      throw new EOFException("peer closed the connection");
    }
    if (bytesToSkip > 0) {
      bytesToSkip -= count;
      buffer.clear();
    }
    return count;
  }

  private void makeRoom() throws ProtocolException {
    Frames.FrameHeader header = Frames.header(buffer, 0);
    if (header.frameBytes() > SMALL_BYTES && admittedBytes == 0) {
      if (!admission.admits(header.type(), header.frameBytes())) {
        skip(header);
        return;
      }
      admittedBytes = header.frameBytes();
    }
    int size = Math.min(buffer.capacity() * 2, header.frameBytes());
    buffer = ByteBuffer.allocate(size).put(buffer.flip());
  }

  private void skip(Frames.FrameHeader header) throws ProtocolException {
    buffer.flip().position(Frames.HEADER_BYTES);
    Optional<String> first = RecordCodec.firstText(header.type(), buffer);
    skipped = Optional.of(new Skipped(header.type(), header.frameBytes(), first));
    bytesToSkip = header.frameBytes() - buffer.limit();
    buffer = ByteBuffer.allocate(SMALL_BYTES);
  }

  /** Takes note of the message that the last {@link #fill} has begun to skip, if it has. */
  public Optional<Skipped> takeSkipped() {
    Optional<Skipped> taken = skipped;
    skipped = Optional.empty();
    return taken;
  }

  /** Takes the next complete message, if there is one. */
  public Optional<Message> next() throws ProtocolException {
    buffer.flip();
    Optional<Message> message;
    try {
      message = Frames.decode(buffer);
    } finally {
      buffer.compact();
    }
    if (message.isPresent()) {
      admittedBytes = 0;
      if (buffer.capacity() > SMALL_BYTES) { // it was as long as the message
        buffer = ByteBuffer.allocate(START_BYTES);
      }
    }
    return message;
  }
}
