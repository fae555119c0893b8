/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.classloader;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Classes of a framework as its agents have left them: {@link NamedPieces} whose names are binary
 * names of classes and whose numbers are those of jars. What these mean is for {@link #subject} to
 * say. One piece holds others, the index: what is known of the jars. Immutable and thread-safe.
 */
public final class ClassImage {
  /** No class has such a name. */
  private static final String INDEX = "index/";

  private static final int OF_NO_JAR = -1;
  private static final int[] NONE = {};

  private final NamedPieces pieces;

  /** Empty when the image has none, or it is damaged. */
  private final Optional<NamedPieces> index;

  /** For each jar of the image its place in the class path, or -1. */
  private final int[] places;

  /** Where something is: its bytes, and the place of its jar in the class path. */
  public record Found(ByteBuffer bytes, int place) {}

  private ClassImage(NamedPieces pieces, Optional<NamedPieces> index, int... places) {
    this.pieces = pieces;
    this.index = index;
    this.places = places;
  }

  /**
   * Maps an image, for a class path that has none of its jars.
   *
   * @throws IOException when it cannot be mapped, or is cut off
   */
  public static ClassImage open(Path path) throws IOException {
    NamedPieces pieces = NamedPieces.open(path);
    Optional<NamedPieces.Found> index = pieces.find(INDEX);
    return new ClassImage(
        pieces, index.isPresent() ? Optional.of(NamedPieces.in(index.get())) : Optional.empty());
  }

  /**
   * The same image for a class path.
   *
   * @param jarPlaces for each jar of the image its place in the class path; -1 for one that it does
   *     not have, whose classes are then not found
   */
  public ClassImage at(int... jarPlaces) {
    return new ClassImage(pieces, index, jarPlaces.clone());
  }

  /** What the image is of. */
  public String subject() {
    return pieces.subject();
  }

  /** Whether a jar of the class path has the class, as the image knows it. */
  public boolean holds(String name) {
    return find(name).isPresent();
  }

  /** The class of that binary name. */
  Optional<Found> find(String name) {
    return ofJar(pieces.find(name));
  }

  /** A piece of the index that is of a jar. */
  public Optional<Found> ofJar(String name) {
    return ofJar(indexed(name));
  }

  private Optional<Found> ofJar(Optional<NamedPieces.Found> piece) {
    if (piece.isEmpty()) {
      return Optional.empty();
    }
    int place = place(piece.get().number());
    return place < 0 ? Optional.empty() : Optional.of(new Found(piece.get().bytes(), place));
  }

  private Optional<NamedPieces.Found> indexed(String name) {
    return index.isEmpty() ? Optional.empty() : index.get().find(name);
  }

  /** The place of a jar of the image in the class path; negative when it is not there. */
  int place(int jar) {
    return jar < 0 || jar >= places.length ? -1 : places[jar];
  }

  /** Whether the class path has a jar of the image at that place. */
  boolean covers(int place) {
    return Arrays.stream(places).anyMatch(one -> one == place);
  }

  /** The places of the jars that a piece of the index names, of those that the class path has. */
  int[] places(String name) {
    Optional<NamedPieces.Found> piece = indexed(name);
    return piece.isEmpty()
        ? NONE
        : IntStream.generate(piece.get().bytes()::getInt)
            .limit(piece.get().bytes().remaining() / Integer.BYTES)
            .map(this::place)
            .filter(place -> place >= 0)
            .toArray();
  }

  /** A piece of the index that is a text. */
  public Optional<String> text(String name) {
    return indexed(name).map(piece -> new String(piece.copy(), StandardCharsets.UTF_8));
  }

  /** The index as a piece, to be written. */
  public static NamedPieces.Piece index(List<NamedPieces.Piece> of) {
    return new NamedPieces.Piece(INDEX, OF_NO_JAR, NamedPieces.bytes("", of));
  }

  /** A piece that names jars, to be written. */
  static NamedPieces.Piece piece(String name, int... jars) {
    ByteBuffer bytes = ByteBuffer.allocate(jars.length * Integer.BYTES);
    Arrays.stream(jars).forEach(bytes::putInt);
    return new NamedPieces.Piece(name, OF_NO_JAR, bytes.array());
  }

  /** A piece that is a text, to be written. */
  public static NamedPieces.Piece piece(String name, String text) {
    return new NamedPieces.Piece(name, OF_NO_JAR, text.getBytes(StandardCharsets.UTF_8));
  }
}
