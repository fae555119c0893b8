/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.readonce.jdk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.hpcreuse.protocol.files.JdkRelease;

/** The classes of one JDK, by internal name. Immutable. */
public final class JdkImage {
  private final Map<String, JdkClassFacts> classes;

  private JdkImage(Map<String, JdkClassFacts> classes) {
    this.classes = Map.copyOf(classes);
  }

  /**
   * Reads all class files of a JDK; that may be another one than this runs on.
   *
   * @throws IOException when {@code home} is no JDK 9 or later
   */
  public static JdkImage read(Path home) throws IOException {
    Map<String, JdkClassFacts> found = new HashMap<>();
    try (FileSystem image =
            FileSystems.newFileSystem(URI.create("jrt:/"), Map.of("java.home", home.toString()));
        Stream<Path> files = Files.walk(image.getPath("/modules"))) {
      files
          .filter(file -> file.toString().endsWith(".class"))
          .filter(file -> !file.toString().endsWith("-info.class"))
          .map(file -> FactsReader.read(bytes(file), file.getName(1).toString()))
          .forEach(facts -> found.put(facts.name(), facts));
    }
    return new JdkImage(found);
  }

  /**
   * The feature version that the file {@code release} of a JDK tells.
   *
   * @throws IOException when there is no such file, or no version in it
   */
  public static int feature(Path home) throws IOException {
    return JdkRelease.feature(home)
        .orElseThrow(() -> new IOException(home.resolve("release") + " has no JAVA_VERSION"));
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All classes, in no order. */
  public Iterable<JdkClassFacts> classes() {
    return classes.values();
  }

  /** The class of an internal name; null when there is none. */
  public JdkClassFacts find(String name) {
    return classes.get(name);
  }

  /** What a call of {@code method} runs, as far as its static type tells; null when unknown. */
  public MethodFacts resolve(MethodName method) {
    for (JdkClassFacts at = find(method.owner()); at != null; at = find(at.superName())) {
      MethodFacts found = at.methods().get(method.name() + method.descriptor());
      if (found != null) {
        return found;
      }
      if (at.superName() == null) {
        return null;
      }
    }
    return null;
  }

  /** The class that declares a static field named on {@code field.owner()}; null when unknown. */
  public JdkClassFacts declaring(FieldName field) {
    for (JdkClassFacts at = find(field.owner()); at != null; at = find(at.superName())) {
      if (at.statics().containsKey(field.name())) {
        return at;
      }
      if (at.superName() == null) {
        return null;
      }
    }
    return null;
  }
}
