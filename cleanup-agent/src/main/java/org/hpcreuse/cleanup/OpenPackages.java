/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup;

import java.util.List;

/** The JDK packages that the release steps reach into; a slot's JVM has to open them. */
public final class OpenPackages {
  private static final List<String> PACKAGES =
      List.of(
          "java.base/java.lang",
          "java.base/java.io",
          "java.base/java.net",
          "java.base/java.util",
          "java.base/java.util.concurrent",
          "java.base/java.security",
          "java.base/jdk.internal.misc",
          "java.sql/java.sql");

  private OpenPackages() {}

  /** JVM arguments, one {@code --add-opens=module/package=ALL-UNNAMED} each. */
  public static List<String> jvmArguments() {
    return PACKAGES.stream().map(name -> "--add-opens=" + name + "=ALL-UNNAMED").toList();
  }
}
