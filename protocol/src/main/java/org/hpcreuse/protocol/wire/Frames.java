/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.wire;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The frame around a message: magic (4 bytes), version (2), message number (2), payload length (4),
 * payload. A reader checks all four before it allocates anything.
 */
public final class Frames {
  /** "HPRU"; what does not start so is not for us. */
  static final int MAGIC = 0x48505255;

  /** Raised with every incompatible change of a message. */
  public static final short VERSION = 14;

  static final int HEADER_BYTES = 12;

  /**
   * Largest payload, bytes. A launch with the kernel's largest environment (128 KiB a string, 2 MiB
   * in all by default) and a status of a thousand slots fit.
   */
  public static final int MAX_PAYLOAD_BYTES = 4 << 20;

  private Frames() {}

  /**
   * Encodes a message with its header.
   *
   * @throws IllegalArgumentException when it is larger than {@link #MAX_PAYLOAD_BYTES}
   */
  public static ByteBuffer encode(Message message) {
    ByteBuffer frame = RecordCodec.encode((Record) message, HEADER_BYTES);
    int length = frame.remaining() - HEADER_BYTES;
    if (length > MAX_PAYLOAD_BYTES) {
      throw new IllegalArgumentException(
          String.format(
              "%s has %d bytes, more than %d",
              message.getClass().getSimpleName(), length, MAX_PAYLOAD_BYTES));
    }
    frame.putInt(MAGIC).putShort(VERSION).putShort(MessageTable.codeOf(message)).putInt(length);
    return frame.rewind();
  }

  /**
   * What a header says.
   *
   * @param frameBytes length of the message with its header
   */
  record FrameHeader(Class<? extends Message> type, int frameBytes) {}

  /**
   * Reads and checks a header.
   *
   * @param in holds all of the header
   * @param start where it begins
   * @throws ProtocolException when the bytes are not a header of this version
   */
  static FrameHeader header(ByteBuffer in, int start) throws ProtocolException {
    int magic = in.getInt(start);
    if (magic != MAGIC) {
      throw new ProtocolException(String.format("bad magic 0x%08x", magic));
    }
    short version = in.getShort(start + 4);
    if (version != VERSION) {
      throw new ProtocolException("protocol version " + version + ", this side speaks " + VERSION);
    }
    Class<? extends Message> type = MessageTable.classOf(in.getShort(start + 6));
    int length = in.getInt(start + 8);
    if (length < 0 || length > MAX_PAYLOAD_BYTES) {
      throw new ProtocolException("payload of " + length + " bytes, limit " + MAX_PAYLOAD_BYTES);
    }
    return new FrameHeader(type, HEADER_BYTES + length);
  }

  /**
   * Takes one message from the front of a buffer.
   *
   * @param in bytes received so far, on the heap, ready for reading; its position moves past the
   *     message taken
   * @return the message, or empty when more bytes are needed
   * @throws ProtocolException when the bytes are not a frame of this version
   */
  public static Optional<Message> decode(ByteBuffer in) throws ProtocolException {
    if (in.remaining() < HEADER_BYTES) {
      return Optional.empty();
    }
    int start = in.position();
    FrameHeader header = header(in, start);
    if (in.remaining() < header.frameBytes()) {
      return Optional.empty();
    }
    ByteBuffer payload = in.slice(start + HEADER_BYTES, header.frameBytes() - HEADER_BYTES);
    in.position(start + header.frameBytes());
    return Optional.of(RecordCodec.decode(header.type(), payload));
  }
}
