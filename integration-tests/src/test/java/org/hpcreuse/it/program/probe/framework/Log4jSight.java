/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.probe.framework;

import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.apache.log4j.Appender;
import org.apache.log4j.Category;
import org.apache.log4j.FileAppender;
import org.apache.log4j.LogManager;
import org.apache.log4j.Logger;
import org.hpcreuse.it.program.probe.report.Report;
import org.hpcreuse.it.program.probe.report.Sight;

/** log4j: threshold, levels, appenders and their files. */
public final class Log4jSight implements Sight {
  @Override
  public void look(Report report) {
    report.put("log4j.threshold", LogManager.getLoggerRepository().getThreshold());
    logger("root", LogManager.getRootLogger(), report);
    for (Object each : list(LogManager.getCurrentLoggers())) {
      Logger logger = (Logger) each;
      if (logger.getLevel() != null || logger.getAllAppenders().hasMoreElements()) {
        logger(logger.getName(), logger, report);
      }
    }
  }

  private static void logger(String name, Category logger, Report report) {
    List<?> appenders = list(logger.getAllAppenders());
    report.put(
        "log4j.logger." + name,
        logger.getLevel()
            + " "
            + logger.getAdditivity()
            + " "
            + appenders.stream().map(a -> text((Appender) a)).toList());
  }

  /** log4j's enumerations have no type. */
  private static List<?> list(Enumeration<?> all) {
    return Collections.list(all);
  }

  private static String text(Appender appender) {
    String file = appender instanceof FileAppender of ? of.getFile() : "";
    return appender.getName() + " " + appender.getClass().getName() + " " + file;
  }
}
