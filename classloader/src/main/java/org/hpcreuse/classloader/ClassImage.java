/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.classloader;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
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
 * Classes of a framework as its agents have left them, in one file that every slot of a node maps.
 * Immutable and thread-safe.
 *
 * <p>The file holds a hash table in front of the classes, so that opening it reads next to nothing:
 * a magic number; the length of the whole file; a text that says what the image is of; the number
 * of places in the table, a power of two; for each place the hash of a name, where its class begins
 * (0 for none), how long it is, which jar it is from, and the checksum of its bytes (CRC-32). A
 * class is preceded by its name. A class that is damaged counts as one that the image does not
 * have.
 */
public final class ClassImage {
  private static final int MAGIC = 0x48524932;
  private static final int PLACE_BYTES = 5 * Integer.BYTES;

  private final ByteBuffer file;
  private final String subject;
  private final int table;
  private final int mask;

  /** For each jar of the image its place in the class path, or -1. */
  private final int[] places;

  /**
   * A class of an image.
   *
   * @param name binary name
   * @param jar which jar it is from; what the numbers mean is for {@link #subject} to say
   * @param bytes the class file, as it is to be defined
   */
  @SuppressWarnings("ArrayRecordComponent") // made to be written, never compared
  public record Piece(String name, int jar, byte[] bytes) {}

  /** Where a class is: its bytes, and the place of its jar in the class path. */
  record Found(ByteBuffer bytes, int place) {}

  private ClassImage(ByteBuffer file, Path path) throws IOException {
    this.file = file;
    if (file.limit() < 2 * Integer.BYTES
        || file.getInt() != MAGIC
        || file.getInt() != file.limit()) {
      throw new IOException(path + " is no whole image of classes");
    }
    byte[] text = new byte[file.getInt()];
    file.get(text);
    subject = new String(text, StandardCharsets.UTF_8);
    mask = file.getInt() - 1;
    table = file.position();
    places = new int[0];
  }

  private ClassImage(ClassImage image, int... places) {
    file = image.file;
    subject = image.subject;
    table = image.table;
    mask = image.mask;
    this.places = places;
  }

  /**
   * The same image for a class path.
   *
   * @param jarPlaces for each jar of the image its place in the class path; -1 for one that it does
   *     not have, whose classes are then not found
   */
  public ClassImage at(int... jarPlaces) {
    return new ClassImage(this, jarPlaces.clone());
  }

  /**
   * Maps an image. Nothing of it is read beyond its head.
   *
   * @throws IOException when it cannot be mapped, or is cut off
   */
  public static ClassImage open(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path)) {
      MappedByteBuffer mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
      return new ClassImage(mapped, path);
    }
  }

  /** What the image is of, as {@link #write} got it. */
  public String subject() {
    return subject;
  }

  /** Whether a jar of the class path has the class, as the image knows it. */
  public boolean holds(String name) {
    return find(name).isPresent();
  }

  /** The class of that binary name. */
  Optional<Found> find(String name) {
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
    int jar = file.getInt(entry + 3 * Integer.BYTES);
    if (jar >= places.length || places[jar] < 0) {
      return Optional.empty();
    }
    int nameBytes = Short.BYTES + Short.toUnsignedInt(file.getShort(offset));
    ByteBuffer bytes = file.slice(offset + nameBytes, file.getInt(entry + 2 * Integer.BYTES));
    return sum(bytes.duplicate()) == file.getInt(entry + 4 * Integer.BYTES)
        ? Optional.of(new Found(bytes, places[jar]))
        : Optional.empty();
  }

  private boolean isNamed(int offset, String name) {
    byte[] found = new byte[Short.toUnsignedInt(file.getShort(offset))];
    file.get(offset + Short.BYTES, found);
    return new String(found, StandardCharsets.UTF_8).equals(name);
  }

  /**
   * Writes an image.
   *
   * @param path must not exist
   * @param subject says what it is of
   * @param pieces each name once
   */
  public static void write(Path path, String subject, List<Piece> pieces) throws IOException {
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
    try (OutputStream out = Files.newOutputStream(path);
        DataOutputStream data = new DataOutputStream(new BufferedOutputStream(out))) {
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
        data.writeInt(piece == null ? 0 : piece.jar());
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
