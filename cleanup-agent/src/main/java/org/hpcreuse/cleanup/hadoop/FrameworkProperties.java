/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.URLConnection;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Property files in the framework's jars, each read once: a container's jar is not the framework's,
 * and what is in the framework's does not change while the slot lives. Thread-safe.
 */
final class FrameworkProperties {
  private static final String IN_JAR = "!/";

  private final Set<String> jars;
  private final Map<String, Properties> known = new ConcurrentHashMap<>();

  /**
   * Knows the jars of a loader; none when it does not tell them.
   *
   * @param framework the framework's loader
   */
  FrameworkProperties(ClassLoader framework) {
    jars =
        framework instanceof URLClassLoader loader
            ? Arrays.stream(loader.getURLs()).map(URL::toString).collect(Collectors.toSet())
            : Set.of();
  }

  /**
   * The content of a property file, a copy for the caller alone.
   *
   * @return empty when the file is not in a jar of the framework, is XML, or cannot be read
   */
  Optional<Properties> at(URL file) {
    String path = file.getPath();
    int end = path.indexOf(IN_JAR);
    boolean isKnown =
        file.getProtocol().equals("jar") && end >= 0 && jars.contains(path.substring(0, end));
    if (!isKnown || path.endsWith(".xml")) {
      return Optional.empty();
    }
    try {
      Properties properties = known.get(path);
      if (properties == null) {
        properties = read(file);
        known.put(path, properties);
      }
      return Optional.of((Properties) properties.clone());
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty(); // log4j reads it itself, and says what is wrong
    }
  }

  /** Without the JDK's cache of open jars, as log4j does it. */
  private static Properties read(URL file) throws IOException {
    Properties properties = new Properties();
    URLConnection connection = file.openConnection();
    connection.setUseCaches(false);
    try (InputStream in = connection.getInputStream()) {
      properties.load(in);
    }
    return properties;
  }
}
