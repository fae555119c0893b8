/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.logging;

import org.apache.log4j.ConsoleAppender;
import org.apache.log4j.Level;
import org.apache.log4j.LogManager;
import org.apache.log4j.Logger;
import org.apache.log4j.PatternLayout;

/** Leaves log4j with other levels, appenders and threshold. */
public final class ConfiguresLog4j {
  private ConfiguresLog4j() {}

  /** Leaves it. */
  public static void main(String[] args) {

    Logger.getRootLogger().setLevel(Level.TRACE);
    Logger.getRootLogger().addAppender(new ConsoleAppender(new PatternLayout("left behind %m%n")));
    Logger.getLogger("org.apache.hadoop").setLevel(Level.OFF);
    Logger.getLogger("org.apache.hadoop").setAdditivity(false);
    LogManager.getLoggerRepository().setThreshold(Level.ERROR);
  }
}
