/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.command;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hpcreuse.protocol.FallbackReason;

/**
 * System properties the JDK reads once, before a slot's containers: set later they would have no
 * effect. They are a reason to fork unless they say what every slot has. Those that only classes
 * read that each container finds uninitialised (the agent's list of such classes, {@code reset} and
 * {@code reread}) are none.
 */
final class StartupProperties {
  private static final Map<String, String> SLOT_VALUES = Map.of("java.net.preferIPv4Stack", "true");
  private static final Set<String> NAMES =
      Set.of(
          "file.encoding",
          "java.class.path",
          "java.home",
          "java.library.path",
          "java.net.preferIPv4Stack",
          "java.system.class.loader",
          "line.separator",
          "native.encoding",
          "stderr.encoding",
          "stdout.encoding",
          "user.country",
          "user.dir",
          "user.language",
          "user.timezone");
  private static final List<String> PREFIXES =
      List.of(
          "com.sun.management.",
          "java.security.",
          "java.util.concurrent.ForkJoinPool.common.",
          "java.util.logging.",
          "jdk.",
          "sun.");

  /** Beginnings of properties that containers' own first use reads. */
  static final List<String> READ_IN_CONTAINERS =
      List.of(
          "jdk.http.auth.",
          "jdk.httpclient.",
          "jdk.tls.",
          "sun.net.client.",
          "sun.net.http.",
          "sun.net.inetaddr.",
          "sun.rmi.",
          "sun.security.ssl.");

  private StartupProperties() {}

  static void requireSettable(String name, String value) throws NotEligibleException {
    boolean startup =
        NAMES.contains(name)
            || (beginsWith(PREFIXES, name) && !beginsWith(READ_IN_CONTAINERS, name));
    if (startup && !value.equals(SLOT_VALUES.get(name))) {
      throw new NotEligibleException(
          FallbackReason.STARTUP_PROPERTY, "-D" + name + " is read only when a JVM starts");
    }
  }

  private static boolean beginsWith(List<String> beginnings, String name) {
    return beginnings.stream().anyMatch(name::startsWith);
  }
}
