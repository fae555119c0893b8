/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup;

import java.util.List;

/**
 * The JDK packages that a slot reaches into: where the JDK keeps what a new process would have
 * afresh. The agent opens them to the slot's classes alone.
 */
public final class OpenPackages {
  private static final List<String> PACKAGES =
      List.of(
          "java.base/java.lang",
          "java.base/java.io",
          "java.base/java.net",
          "java.base/java.util",
          "java.base/java.util.concurrent",
          "java.base/java.security",
          "java.base/jdk.internal.loader",
          "java.base/jdk.internal.misc",
          "java.base/sun.nio.fs",
          "java.sql/java.sql");

  private OpenPackages() {}

  /** Module and package, with a slash between, as in {@code --add-opens}. */
  public static List<String> all() {
    return PACKAGES;
  }
}
