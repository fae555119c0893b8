/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.framework;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hpcreuse.classloader.ClassImage;
import org.hpcreuse.classloader.FrameworkLoader;
import org.hpcreuse.classloader.NamedPieces;
import org.hpcreuse.hadoop.KnownResources;
import org.hpcreuse.hadoop.Property;

/**
 * Files of default properties in an image of the framework, as Hadoop's parser has read them when
 * the image was made. A slot does not parse them again.
 */
public final class ParsedDefaults {
  private static final String PREFIX = "defaults/";

  /** The piece with the names of all files. */
  private static final String NAMES = "defaults";

  private ParsedDefaults() {}

  /** What an image gets, in a JVM that has parsed the files of this framework. */
  public static List<NamedPieces.Piece> pieces(FrameworkLoader framework) throws IOException {
    return pieces(framework, KnownResources.files());
  }

  /**
   * The pieces of some files.
   *
   * @param files by URL, in the framework's jars
   */
  static List<NamedPieces.Piece> pieces(
      FrameworkLoader framework, Map<String, List<Property>> files) throws IOException {
    List<NamedPieces.Piece> pieces = new ArrayList<>();
    StringBuilder names = new StringBuilder();
    for (Map.Entry<String, List<Property>> file : files.entrySet()) {
      String url = file.getKey();
      String name = KnownResources.nameInJar(url);
      Optional<Integer> place = framework.placeOf(url);
      if (place.isPresent()) {
        pieces.add(new NamedPieces.Piece(PREFIX + name, place.get(), encoded(file.getValue())));
        names.append(name).append('\n');
      }
    }
    pieces.add(ClassImage.piece(NAMES, names.toString()));
    return pieces;
  }

  /**
   * What the files say, by URL; empty when the framework has another file of one of the names, or
   * when the image has none.
   */
  static Map<String, List<Property>> read(ClassImage image, FrameworkLoader framework)
      throws IOException {
    Map<String, List<Property>> files = new LinkedHashMap<>();
    for (String name : image.text(NAMES).orElse("").lines().toList()) {
      Optional<ClassImage.Found> file = image.ofJar(PREFIX + name);
      String url = String.valueOf(framework.getResource(name));
      if (file.isEmpty() || !framework.placeOf(url).equals(Optional.of(file.get().place()))) {
        return Map.of();
      }
      files.put(url, decoded(file.get().bytes()));
    }
    return files;
  }

  private static byte[] encoded(List<Property> properties) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(properties.size());
    for (Property property : properties) {
      write(out, property.name());
      write(out, property.value());
      out.writeBoolean(property.isFinal());
      write(out, property.tag());
      out.writeInt(property.sources().size());
      for (String source : property.sources()) {
        write(out, source);
      }
    }
    return bytes.toByteArray();
  }

  private static List<Property> decoded(ByteBuffer piece) throws IOException {
    byte[] bytes = new byte[piece.remaining()];
    piece.duplicate().get(bytes);
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    int count = in.readInt();
    List<Property> properties = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      String name = read(in);
      String value = read(in);
      boolean isFinal = in.readBoolean();
      String tag = read(in);
      List<String> sources = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        sources.add(read(in));
      }
      properties.add(new Property(name, value, isFinal, tag, List.copyOf(sources)));
    }
    return List.copyOf(properties);
  }

  /** A text that may be null. */
  private static void write(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text == null ? new byte[0] : text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(text == null ? -1 : bytes.length);
    out.write(bytes);
  }

  private static String read(DataInputStream in) throws IOException {
    int length = in.readInt();
    return length < 0 ? null : new String(in.readNBytes(length), StandardCharsets.UTF_8);
  }
}
