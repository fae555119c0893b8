/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.logging;

import org.apache.log4j.ConsoleAppender;
import org.apache.log4j.Hierarchy;
import org.apache.log4j.Level;
import org.apache.log4j.LogManager;
import org.apache.log4j.Logger;
import org.apache.log4j.PatternLayout;
import org.apache.log4j.spi.DefaultRepositorySelector;
import org.apache.log4j.spi.RootLogger;

/** Leaves its log configuration with a repository that it has replaced by another one. */
public final class ReplacesLogRepository {
  private ReplacesLogRepository() {}

  /** Leaves it. */
  public static void main(String[] args) {
    Logger.getRootLogger().setAdditivity(false);
    Logger.getRootLogger().addAppender(new ConsoleAppender(new PatternLayout("left behind %m%n")));
    Logger.getLogger("left.behind").setLevel(Level.TRACE);
    LogManager.setRepositorySelector(
        new DefaultRepositorySelector(new Hierarchy(new RootLogger(Level.OFF))), new Object());
  }
}
