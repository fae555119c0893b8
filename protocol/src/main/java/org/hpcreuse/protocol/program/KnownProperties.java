/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.program;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import org.hpcreuse.protocol.StartupProperties;
import org.hpcreuse.protocol.files.JdkRelease;

/**
 * The names of start-up properties that the files of a JDK hold. A property that is in none of them
 * means nothing to the JDK. The module read-once writes the lists.
 */
final class KnownProperties {
  private final Optional<NavigableSet<String>> names;

  private KnownProperties(Optional<NavigableSet<String>> names) {
    this.names = names;
  }

  /**
   * Those of a JDK.
   *
   * @param home its directory
   * @return of a JDK without a list every property may mean something
   * @throws IOException when the file {@code release} of the JDK cannot be read
   */
  static KnownProperties of(Path home) throws IOException {
    return ofFeature(JdkRelease.feature(home).orElse(0));
  }

  /**
   * Those of a JDK by its feature version.
   *
   * @param feature for example 17; 0 when it is not known
   */
  static KnownProperties ofFeature(int feature) {
    String list = "properties-jdk-" + feature + ".txt";
    try (InputStream in = KnownProperties.class.getResourceAsStream(list)) {
      return new KnownProperties(Optional.ofNullable(in).map(KnownProperties::read));
    } catch (IOException e) {
      throw new UncheckedIOException(list, e);
    }
  }

  private static NavigableSet<String> read(InputStream in) {
    NavigableSet<String> names = new TreeSet<>();
    new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))
        .lines()
        .filter(line -> !line.startsWith("#"))
        .forEach(names::add);
    return names;
  }

  /**
   * Whether a property may have an effect. The list holds names that begin as {@link
   * StartupProperties#PREFIXES}; one that ends with a dot is a beginning itself.
   */
  boolean mayMean(String name) {
    if (names.isEmpty()
        || names.get().contains(name)
        || StartupProperties.PREFIXES.stream().noneMatch(name::startsWith)) {
      return true;
    }
    for (int dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
      if (names.get().contains(name.substring(0, dot + 1))) {
        return true;
      }
    }
    return false;
  }
}
