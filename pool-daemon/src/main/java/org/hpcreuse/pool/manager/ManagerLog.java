/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager;

import java.util.logging.LogManager;

/**
 * The manager's log: one line per record on stderr, which the script that starts the manager sends
 * to a file. It must still work while the JVM ends on SIGTERM, when the JDK's own manager has taken
 * its handlers away; that is why it does not reset.
 */
public final class ManagerLog extends LogManager {
  private static final String FORMAT = "%1$tF %1$tT.%1$tL %4$s %3$s: %5$s%6$s%n";

  /** Puts this log in place; must come before the first use of a logger. */
  static void install() {
    System.setProperty("java.util.logging.manager", ManagerLog.class.getName());
    System.setProperty("java.util.logging.SimpleFormatter.format", FORMAT);
  }

  @Override
  public void reset() {}
}
