/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.classloader;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.StringTokenizer;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/** The {@code Class-Path} of a jar's manifest, read as the JVM reads it. */
public final class ManifestLinks {
  private ManifestLinks() {}

  /** The URLs, most of them relative to the jar; in order. */
  public static List<String> in(JarFile jar) throws IOException {
    Manifest manifest = jar.getManifest();
    String value =
        manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
    if (value == null) {
      return List.of();
    }
    return Collections.list(new StringTokenizer(value)).stream().map(String.class::cast).toList();
  }

  /**
   * What a link leads to, there or not: a directory if it ends with a slash, else a jar. Empty for
   * what is no file, which a JVM passes over.
   */
  public static Optional<Path> resolve(Path jar, String link) {
    int colon = link.indexOf(':');
    if (colon >= 0 && !link.substring(0, colon).equalsIgnoreCase("file")) {
      return Optional.empty();
    }
    try {
      Path path = Path.of(new URL(jar.toUri().toURL(), link).toURI()).normalize();
      return Files.isDirectory(path) == link.endsWith("/") ? Optional.of(path) : Optional.empty();
    } catch (MalformedURLException | URISyntaxException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
