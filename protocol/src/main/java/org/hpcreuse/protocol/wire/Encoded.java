/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.wire;

import java.util.Arrays;

/**
 * A record as the bytes that it is on the wire: a process that only passes it on does not read it.
 * Immutable.
 *
 * @param <T> the record
 */
public final class Encoded<T extends Record> {
  private final Class<T> type;
  private final byte[] bytes;

  /** Takes bytes that came over a wire; {@link #decode} checks them. */
  public Encoded(Class<T> type, byte[] bytes) {
    this.type = type;
    this.bytes = bytes;
  }

  /** Encodes a record. */
  @SuppressWarnings("unchecked") // the class of a T
  public static <T extends Record> Encoded<T> of(T value) {
    return new Encoded<>((Class<T>) value.getClass(), RecordCodec.encode(value));
  }

  /**
   * Decodes the record. Each call makes a new one.
   *
   * @throws ProtocolException when the bytes are not such a record
   */
  public T decode() throws ProtocolException {
    return RecordCodec.decode(type, bytes);
  }

  /** The bytes themselves; not to be changed. */
  public byte[] bytes() {
    return bytes;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Encoded<?> encoded
        && type == encoded.type
        && Arrays.equals(bytes, encoded.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** Shows nothing of the content. */
  @Override
  public String toString() {
    return type.getSimpleName() + " of " + bytes.length + " bytes";
  }
}
