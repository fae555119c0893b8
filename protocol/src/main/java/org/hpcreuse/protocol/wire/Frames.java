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
  public static final short VERSION = 10;

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
    byte[] payload = RecordCodec.encode((Record) message);
    if (payload.length > MAX_PAYLOAD_BYTES) {
      throw new IllegalArgumentException(
          String.format(
              "%s has %d bytes, more than %d",
              message.getClass().getSimpleName(), payload.length, MAX_PAYLOAD_BYTES));
    }
    ByteBuffer frame = ByteBuffer.allocate(HEADER_BYTES + payload.length);
    frame.putInt(MAGIC).putShort(VERSION).putShort(MessageTable.codeOf(message));
    frame.putInt(payload.length).put(payload);
    return frame.flip();
  }

  /**
   * Takes one message from the front of a buffer.
   *
   * @param in bytes received so far, ready for reading; its position moves past the message taken
   * @return the message, or empty when more bytes are needed
   * @throws ProtocolException when the bytes are not a frame of this version
   */
  public static Optional<Message> decode(ByteBuffer in) throws ProtocolException {
    if (in.remaining() < HEADER_BYTES) {
      return Optional.empty();
    }
    int start = in.position();
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
    if (in.remaining() < HEADER_BYTES + length) {
      return Optional.empty();
    }
    byte[] payload = new byte[length];
    in.position(start + HEADER_BYTES);
    in.get(payload);
    return Optional.of(RecordCodec.decode(type, payload));
  }
}
