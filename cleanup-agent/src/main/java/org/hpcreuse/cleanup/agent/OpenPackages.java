/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.agent;

import java.util.List;

/**
 * The JDK packages that a slot reaches into: where the JDK keeps what a new process would have
 * afresh. The agent opens them to the slot's classes alone.
 */
public final class OpenPackages {
  private static final List<String> PACKAGES =
      List.of(
          "java.base/java.lang",
          "java.base/java.lang.invoke",
          "java.base/java.io",
          "java.base/java.net",
          "java.base/java.util",
          "java.base/java.util.concurrent",
          "java.base/java.util.zip",
          "java.base/java.security",
          "java.base/jdk.internal.event",
          "java.base/jdk.internal.loader",
          "java.base/jdk.internal.logger",
          "java.base/jdk.internal.misc",
          "java.base/jdk.internal.module",
          "java.base/jdk.internal.vm",
          "java.base/sun.nio.ch",
          "java.base/sun.nio.fs",
          "java.base/java.nio.charset",
          "java.base/java.nio.file.spi",
          "java.base/javax.net.ssl",
          "java.base/javax.security.auth.login",
          "java.base/sun.net.www.http",
          "java.base/sun.net.www.protocol.http",
          "java.base/sun.net.www.protocol.jar",
          "java.desktop/java.beans",
          "java.logging/java.util.logging",
          "java.management/javax.management",
          "java.management/com.sun.jmx.interceptor",
          "java.management/com.sun.jmx.mbeanserver",
          "java.prefs/java.util.prefs",
          "java.management/sun.management",
          "java.naming/javax.naming.spi",
          "java.rmi/java.rmi.server",
          "java.security.jgss/sun.security.krb5",
          "jdk.httpserver/sun.net.httpserver",
          "jdk.management/com.sun.management.internal",
          "java.base/jdk.internal.ref",
          "java.sql/java.sql");

  private OpenPackages() {}

  /** Module and package, with a slash between, as in {@code --add-opens}. */
  public static List<String> all() {
    return PACKAGES;
  }
}
