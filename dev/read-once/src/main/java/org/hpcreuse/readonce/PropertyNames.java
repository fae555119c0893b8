/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.readonce;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hpcreuse.protocol.StartupProperties;
import org.hpcreuse.readonce.jdk.JdkImage;
import org.objectweb.asm.ClassReader;

/**
 * The texts in the files of a JDK that may be names of {@link StartupProperties}: a property whose
 * name is in no file of a JDK means nothing to it. Names of classes that are not there look alike
 * and are among them; that does no harm.
 */
public final class PropertyNames {
  private static final int SHORTEST = 5;

  /** The tag of a string in a constant pool (JVM specification, 4.4). */
  private static final int CONSTANT_STRING = 8;

  private PropertyNames() {}

  /**
   * Reads all class files and native libraries of a JDK.
   *
   * @param home its directory
   * @return whole names, and with a dot at the end what names begin with
   */
  public static SortedSet<String> in(Path home) throws IOException {
    Pattern name =
        Pattern.compile(
            StartupProperties.PREFIXES.stream()
                .map(Pattern::quote)
                .collect(Collectors.joining("|", "(?<![A-Za-z0-9_.-])(?:", ")[A-Za-z0-9_.-]*")));
    SortedSet<String> found = new TreeSet<>();
    Set<String> classes = new HashSet<>();
    try (FileSystem image =
        FileSystems.newFileSystem(URI.create("jrt:/"), Map.of("java.home", home.toString()))) {
      for (Path file : files(image.getPath("/modules"), ".class")) {
        addConstants(file, name, found);
        addClass(file, classes);
      }
    }
    for (Path file : files(home.resolve("lib"), ".so")) {
      addAll(file, name, found);
    }
    found.removeAll(classes);
    found.removeIf(text -> !StartupProperties.contains(text) || text.length() < SHORTEST);
    return found;
  }

  /**
   * The lines of the list that the executor and the slots read.
   *
   * @param home a JDK's directory
   */
  public static List<String> lines(Path home) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("# SPDX-License-Identifier: Apache-2.0");
    lines.add(
        "# Written by the module read-once from the files of a JDK "
            + JdkImage.feature(home)
            + ".");
    lines.addAll(in(home));
    return lines;
  }

  private static List<Path> files(Path under, String end) throws IOException {
    try (Stream<Path> files = Files.walk(under)) {
      return files.filter(file -> file.toString().endsWith(end)).toList();
    }
  }

  /** The class {@code /modules/MODULE/PACKAGE/NAME.class}, and the packages that it is in. */
  private static void addClass(Path file, Set<String> classes) {
    String name = file.subpath(2, file.getNameCount()).toString().replace('/', '.');
    int end = name.length() - ".class".length();
    while (end > 0) {
      classes.add(name.substring(0, end));
      end = name.lastIndexOf('.', end - 1);
    }
  }

  /** The texts in the constant pool of a class file. */
  private static void addConstants(Path file, Pattern name, SortedSet<String> found)
      throws IOException {
    ClassReader reader = new ClassReader(Files.readAllBytes(file));
    char[] buffer = new char[reader.getMaxStringLength()];
    for (int i = 1; i < reader.getItemCount(); i++) {
      int string = reader.getItem(i);
      if (string > 0 && reader.readByte(string - 1) == CONSTANT_STRING) {
        Matcher matcher = name.matcher(reader.readUTF8(string, buffer));
        while (matcher.find()) {
          found.add(matcher.group());
        }
      }
    }
  }

  private static void addAll(Path file, Pattern name, SortedSet<String> found) throws IOException {
    String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    Matcher matcher = name.matcher(text);
    while (matcher.find()) {
      found.add(matcher.group());
    }
  }
}
