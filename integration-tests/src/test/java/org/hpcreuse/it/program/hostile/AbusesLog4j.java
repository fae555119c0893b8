/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile;

import org.apache.log4j.ConsoleAppender;
import org.apache.log4j.Hierarchy;
import org.apache.log4j.Level;
import org.apache.log4j.LogManager;
import org.apache.log4j.Logger;
import org.apache.log4j.PatternLayout;
import org.apache.log4j.spi.DefaultRepositorySelector;
import org.apache.log4j.spi.RootLogger;

/** Hostile programs that abuse log4j. */
public final class AbusesLog4j {
  private AbusesLog4j() {}

  /** Leaves log4j with other levels, appenders and threshold. */
  public static final class ConfiguresLog4j {
    public static void main(String[] args) {
      Logger.getRootLogger().setLevel(Level.TRACE);
      Logger.getRootLogger()
          .addAppender(new ConsoleAppender(new PatternLayout("left behind %m%n")));
      Logger.getLogger("org.apache.hadoop").setLevel(Level.OFF);
      Logger.getLogger("org.apache.hadoop").setAdditivity(false);
      LogManager.getLoggerRepository().setThreshold(Level.ERROR);
    }
  }

  /** Leaves its log configuration with a repository that it has replaced by another one. */
  public static final class ReplacesLogRepository {
    public static void main(String[] args) {
      Logger.getRootLogger().setAdditivity(false);
      Logger.getRootLogger()
          .addAppender(new ConsoleAppender(new PatternLayout("left behind %m%n")));
      Logger.getLogger("left.behind").setLevel(Level.TRACE);
      LogManager.setRepositorySelector(
          new DefaultRepositorySelector(new Hierarchy(new RootLogger(Level.OFF))), new Object());
    }
  }
}
