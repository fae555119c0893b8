/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.hadoop;

/** The log of a container, which is its framework's SLF4J. */
final class ContainerLog {
  private static final String NAME = "org.hpcreuse.hadoop.waits";

  private ContainerLog() {}

  /**
   * Writes a line at level INFO, or nothing when the framework has no SLF4J.
   *
   * @param framework an object of a class of the framework
   */
  static void info(Object framework, String line) {
    try {
      ClassLoader loader = framework.getClass().getClassLoader();
      Object logger =
          Class.forName("org.slf4j.LoggerFactory", true, loader)
              .getMethod("getLogger", String.class)
              .invoke(null, NAME);
      Class.forName("org.slf4j.Logger", true, loader)
          .getMethod("info", String.class)
          .invoke(logger, line);
    } catch (ReflectiveOperationException | LinkageError e) {
      // The line is for readers of logs only, and a framework without SLF4J has no log for it.
      return;
    }
  }
}
