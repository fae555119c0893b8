/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * System properties that the JDK reads once, before a slot's containers: set later they would have
 * no effect. Those that only classes read that each container finds uninitialised (the agent's list
 * of such classes, {@code reset} and {@code reread}) are none.
 */
public final class StartupProperties {
  private static final Set<String> NAMES =
      Set.of(
          "file.encoding",
          "java.class.path",
          "java.home",
          "java.library.path",
          "java.locale.providers",
          "java.locale.useOldISOCodes",
          "java.net.preferIPv4Stack",
          "java.nio.file.spi.DefaultFileSystemProvider",
          "java.system.class.loader",
          "jmx.serial.form",
          "line.separator",
          "locale.resources.debug",
          "native.encoding",
          "os.name",
          "stackwalk.debug",
          "stderr.encoding",
          "stdout.encoding",
          "user.country",
          "user.country.display",
          "user.country.format",
          "user.dir",
          "user.extensions",
          "user.extensions.display",
          "user.extensions.format",
          "user.language",
          "user.language.display",
          "user.language.format",
          "user.script",
          "user.script.display",
          "user.script.format",
          "user.timezone",
          "user.variant",
          "user.variant.display",
          "user.variant.format");

  /** Stands for the options; no property has a blank in its name. */
  private static final String OPTIONS = "JVM options";

  /** What the names of the others begin with. */
  public static final List<String> PREFIXES =
      List.of(
          "com.sun.management.",
          "java.security.",
          "java.util.concurrent.ForkJoinPool.common.",
          "java.util.logging.",
          "jdk.",
          "sun.");

  /** Beginnings of properties that containers' own first use reads. */
  private static final List<String> READ_IN_CONTAINERS =
      List.of(
          "java.security.auth.login.",
          "java.security.krb5.",
          "jdk.http.auth.",
          "jdk.httpclient.",
          "jdk.tls.",
          "sun.net.client.",
          "sun.net.http.",
          "sun.net.inetaddr.",
          "sun.rmi.",
          "sun.security.ssl.");

  private StartupProperties() {}

  /** Whether a property is one of these. */
  public static boolean contains(String name) {
    return NAMES.contains(name)
        || (beginsWith(PREFIXES, name) && !beginsWith(READ_IN_CONTAINERS, name));
  }

  /**
   * Those of these properties that a JVM has, and its options.
   *
   * @param properties its system properties
   * @param options those of its command line, as its RuntimeMXBean tells them
   */
  public static SortedMap<String, String> of(Map<?, ?> properties, List<String> options) {
    SortedMap<String, String> found = new TreeMap<>();
    found.put(OPTIONS, String.join("\n", options));
    properties.forEach(
        (name, value) -> {
          if (name instanceof String text && contains(text)) {
            found.put(text, String.valueOf(value));
          }
        });
    return Collections.unmodifiableSortedMap(found);
  }

  /** The options among what {@link #of} has told; none when it has told nothing. */
  public static List<String> options(Map<String, String> told) {
    return told.getOrDefault(OPTIONS, "").lines().toList();
  }

  private static boolean beginsWith(List<String> beginnings, String name) {
    return beginnings.stream().anyMatch(name::startsWith);
  }
}
