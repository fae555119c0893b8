/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * System properties the JDK reads once, when it starts or when a class of its own is initialised:
 * set later, in a slot, they would have no effect. They are a reason to fork unless they say what
 * every slot has.
 */
final class StartupProperties {
  private static final Map<String, String> SLOT_VALUES = Map.of("java.net.preferIPv4Stack", "true");
  private static final Set<String> NAMES =
      Set.of(
          "file.encoding",
          "http.keepAlive",
          "http.maxConnections",
          "java.class.path",
          "java.home",
          "java.library.path",
          "java.net.preferIPv4Stack",
          "java.net.preferIPv6Addresses",
          "java.system.class.loader",
          "line.separator",
          "native.encoding",
          "networkaddress.cache.ttl",
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
          "javax.net.ssl.",
          "jdk.",
          "sun.");

  private StartupProperties() {}

  static void requireSettable(String name, String value) throws NotForSlot {
    boolean startup = NAMES.contains(name) || PREFIXES.stream().anyMatch(name::startsWith);
    if (startup && !value.equals(SLOT_VALUES.get(name))) {
      throw new NotForSlot(
          Reason.STARTUP_PROPERTY, "-D" + name + " is read only when a JVM starts");
    }
  }
}
