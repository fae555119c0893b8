/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.classloader;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * Pieces of an image, each with a name and a number, in one file that every slot of a node maps.
 * Immutable and thread-safe.
 *
 * <p>The file holds a hash table in front of the pieces, so that opening it reads next to nothing:
 * a magic number; the length of the whole file; a text that says what they are of; the number of
 * places in the table, a power of two; for each place the hash of a name, where its piece begins (0
 * for none), how long it is, its number, and the checksum of its bytes (CRC-32). A piece is
 * preceded by its name. One that is damaged counts as one that is not there.
 */
public final class NamedPieces {
  private static final int MAGIC = 0x48524932;
  private static final int PLACE_BYTES = 5 * Integer.BYTES;

  private final ByteBuffer file;
  private final String subject;
  private final int table;
  private final int mask;

  /**
   * A piece to be written.
   *
   * @param number what it means is for those to know who read it
   */
  @SuppressWarnings("ArrayRecordComponent") // made to be written, never compared
  public record Piece(String name, int number, byte[] bytes) {}

  /** A piece that was read. */
  public record Found(ByteBuffer bytes, int number) {
    /** A copy of the bytes. */
    public byte[] copy() {
      byte[] copy = new byte[bytes.remaining()];
      bytes.duplicate().get(copy);
      return copy;
    }
  }

  private NamedPieces(ByteBuffer file, String name) throws IOException {
    this.file = file;
    try {
      if (file.getInt() != MAGIC || file.getInt() != file.limit()) {
        throw new IOException(name + " is no whole image");
      }
      byte[] text = new byte[file.getInt()];
      file.get(text);
      subject = new String(text, StandardCharsets.UTF_8);
      mask = file.getInt() - 1;
      table = file.position();
    } catch (BufferUnderflowException | NegativeArraySizeException e) {
      throw new IOException(name + " is no whole image", e);
    }
  }

  /**
   * Maps a file. Nothing of it is read beyond its head.
   *
   * @throws IOException when it cannot be mapped, or is cut off
   */
  public static NamedPieces open(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path)) {
      MappedByteBuffer mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
      return new NamedPieces(mapped, path.toString());
    }
  }

  /**
   * The pieces in a piece.
   *
   * @throws IOException when it was not made by {@link #bytes}
   */
  static NamedPieces in(Found piece) throws IOException {
    return new NamedPieces(piece.bytes().duplicate(), "a piece");
  }

  /** What the pieces are of, as {@link #write} got it. */
  public String subject() {
    return subject;
  }

  /** The piece of that name. */
  public Optional<Found> find(String name) {
    try {
      int hash = name.hashCode();
      for (int at = hash & mask; ; at = (at + 1) & mask) {
        int entry = table + at * PLACE_BYTES;
        int offset = file.getInt(entry + Integer.BYTES);
        if (offset == 0) {
          return Optional.empty();
        }
        if (file.getInt(entry) == hash && isNamed(offset, name)) {
          return found(entry, offset);
        }
      }
    } catch (IndexOutOfBoundsException damaged) {
      return Optional.empty();
    }
  }

  private Optional<Found> found(int entry, int offset) {
    int nameBytes = Short.BYTES + Short.toUnsignedInt(file.getShort(offset));
    ByteBuffer bytes = file.slice(offset + nameBytes, file.getInt(entry + 2 * Integer.BYTES));
    return sum(bytes.duplicate()) == file.getInt(entry + 4 * Integer.BYTES)
        ? Optional.of(new Found(bytes, file.getInt(entry + 3 * Integer.BYTES)))
        : Optional.empty();
  }

  private boolean isNamed(int offset, String name) {
    byte[] found = new byte[Short.toUnsignedInt(file.getShort(offset))];
    file.get(offset + Short.BYTES, found);
    return new String(found, StandardCharsets.UTF_8).equals(name);
  }

  /**
   * Writes pieces.
   *
   * @param path must not exist
   * @param subject says what they are of
   * @param pieces each name once
   */
  public static void write(Path path, String subject, List<Piece> pieces) throws IOException {
    try (OutputStream out = Files.newOutputStream(path)) {
      write(out, subject, pieces);
    }
  }

  /** Pieces to be a piece, for {@link #in}. */
  static byte[] bytes(String subject, List<Piece> pieces) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      write(out, subject, pieces);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // there is none
    }
    return out.toByteArray();
  }

  private static void write(OutputStream out, String subject, List<Piece> pieces)
      throws IOException {
    int places = Math.max(2, Integer.highestOneBit(pieces.size()) * 4);
    List<Piece> table = new ArrayList<>(Collections.nCopies(places, null));
    for (Piece piece : pieces) {
      int at = piece.name().hashCode() & (places - 1);
      while (table.get(at) != null) {
        at = (at + 1) & (places - 1);
      }
      table.set(at, piece);
    }
    byte[] text = subject.getBytes(StandardCharsets.UTF_8);
    int begin = 4 * Integer.BYTES + text.length + places * PLACE_BYTES;
    int length = begin;
    for (Piece piece : pieces) {
      length = Math.addExact(length, size(piece));
    }
    try (DataOutputStream data = new DataOutputStream(new BufferedOutputStream(out))) {
      data.writeInt(MAGIC);
      data.writeInt(length);
      data.writeInt(text.length);
      data.write(text);
      data.writeInt(places);
      int at = begin;
      for (Piece piece : table) {
        data.writeInt(piece == null ? 0 : piece.name().hashCode());
        data.writeInt(piece == null ? 0 : at);
        data.writeInt(piece == null ? 0 : piece.bytes().length);
        data.writeInt(piece == null ? 0 : piece.number());
        data.writeInt(piece == null ? 0 : sum(ByteBuffer.wrap(piece.bytes())));
        at += piece == null ? 0 : size(piece);
      }
      for (Piece piece : table) {
        if (piece != null) {
          byte[] name = piece.name().getBytes(StandardCharsets.UTF_8);
          data.writeShort(name.length);
          data.write(name);
          data.write(piece.bytes());
        }
      }
    }
  }

  private static int sum(ByteBuffer bytes) {
    CRC32 sum = new CRC32();
    sum.update(bytes);
    return (int) sum.getValue();
  }

  private static int size(Piece piece) {
    return Short.BYTES
        + piece.name().getBytes(StandardCharsets.UTF_8).length
        + piece.bytes().length;
  }
}
