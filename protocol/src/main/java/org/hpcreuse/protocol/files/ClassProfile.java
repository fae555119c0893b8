/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Classes that containers with one class path have loaded: an idle slot loads them for the next
 * such container. In a file each line is a word and its value.
 *
 * @param classPath jars, in order
 * @param alone whether such a container loads Hadoop from its own class path
 * @param opens packages of the JDK that are open to the classes, as {@code module/package}
 * @param exports packages of the JDK that are exported to them
 * @param classes binary names, in the order in which they were loaded
 */
public record ClassProfile(
    List<Path> classPath,
    boolean alone,
    List<String> opens,
    List<String> exports,
    List<String> classes) {
  private static final String ALONE = "alone";
  private static final String JAR = "jar";
  private static final String OPENS = "opens";
  private static final String EXPORTS = "exports";
  private static final String CLASS = "class";
  private static final String END = "end";
  private static final Set<String> WORDS = Set.of(ALONE, JAR, OPENS, EXPORTS, CLASS, END);
  private static final int DIGITS = 8;
  private static final String PREFIX = "profile-";
  private static final String SUFFIX = ".txt";

  /** Where a pool has those that its slots have found; they have no names. */
  public static Path directory(PoolFiles files) {
    return files.dir().resolve("profiles");
  }

  /** Where a pool finds a profile by its name. */
  public static Path named(PoolFiles files, String name) {
    return named(files.settings(), files.dir(), name);
  }

  /** The same for a pool that need not exist yet. */
  public static Path named(Map<String, String> settings, Path poolDir, String name) {
    return LearnedClasses.directory(settings, poolDir).resolve(PREFIX + name + SUFFIX);
  }

  /** How people call the profile in a file: by its name, or else by some digits. */
  public static String shortName(String file) {
    String name = Path.of(file).getFileName().toString().replace(SUFFIX, "");
    return name.startsWith(PREFIX)
        ? name.substring(PREFIX.length())
        : name.substring(0, Math.min(DIGITS, name.length()));
  }

  /** A file in a directory of profiles without names. */
  public static Path unnamed(Path directory, String hash) {
    return directory.resolve(hash + SUFFIX);
  }

  /** Whether a file can be one. */
  public static boolean isProfile(Path file) {
    return file.toString().endsWith(SUFFIX);
  }

  /** The same with other files and more classes. */
  public ClassProfile with(List<Path> files, List<String> names) {
    return new ClassProfile(files, alone, opens, exports, names);
  }

  /**
   * Reads a profile.
   *
   * @throws IOException when there is none, or it is malformed or cut off
   */
  public static ClassProfile read(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    if (lines.isEmpty() || !lines.get(lines.size() - 1).equals(END)) {
      throw new IOException(
          file + " is no profile of classes: it does not end with \"" + END + "\"");
    }
    List<Path> jars = new ArrayList<>();
    Map<String, List<String>> values = new HashMap<>();
    for (String line : lines) {
      int blank = line.indexOf(' ');
      String word = blank < 0 ? line : line.substring(0, blank);
      if (!WORDS.contains(word)) {
        throw new IOException(file + " is no profile of classes: line \"" + line + "\"");
      }
      values.computeIfAbsent(word, key -> new ArrayList<>()).add(line.substring(blank + 1));
    }
    try {
      values.getOrDefault(JAR, List.of()).forEach(jar -> jars.add(Path.of(jar)));
    } catch (InvalidPathException e) {
      throw new IOException(file + " is no profile of classes: " + e.getMessage(), e);
    }
    return new ClassProfile(
        jars,
        values.containsKey(ALONE),
        values.getOrDefault(OPENS, List.of()),
        values.getOrDefault(EXPORTS, List.of()),
        values.getOrDefault(CLASS, List.of()));
  }

  /** Writes it, with its directory. */
  public void write(Path file) throws IOException {
    List<String> lines = new ArrayList<>();
    if (alone) {
      lines.add(ALONE);
    }
    classPath.forEach(jar -> lines.add(JAR + " " + jar));
    opens.forEach(name -> lines.add(OPENS + " " + name));
    exports.forEach(name -> lines.add(EXPORTS + " " + name));
    classes.forEach(name -> lines.add(CLASS + " " + name));
    lines.add(END);
    Files.createDirectories(file.getParent());
    WholeFile.write(file, lines);
  }
}
