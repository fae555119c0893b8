/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.logging;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import org.apache.commons.logging.LogFactory;
import org.apache.log4j.ConsoleAppender;
import org.apache.log4j.Level;
import org.apache.log4j.LogManager;
import org.apache.log4j.NDC;
import org.apache.log4j.SimpleLayout;
import org.hpcreuse.workload.foreign.Neighbour;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** Logs by slf4j, commons-logging and log4j 1. */
public final class Slf4j {
  private Slf4j() {}

  public static void main(String[] args) {
    if (Neighbour.spoils(args)) {
      MDC.put("job", "spoils");
      NDC.push("deep");
      LogManager.getRootLogger().setLevel(Level.TRACE);
      LogManager.getRootLogger().addAppender(new ConsoleAppender(new SimpleLayout()));
      LogManager.getLogger("org.apache.hadoop").setAdditivity(false);
      System.setProperty(
          "org.apache.commons.logging.Log", "org.apache.commons.logging.impl.SimpleLog");
      LogFactory.getFactory().setAttribute("left", "behind");
    }
    print("factory", LoggerFactory.getILoggerFactory().getClass().getName());
    print("mdc", MDC.getCopyOfContextMap());
    print("ndc", NDC.peek());
    print("level", LogManager.getRootLogger().getLevel());
    print("appenders", LogManager.getRootLogger().getAllAppenders().hasMoreElements());
    print("additive", LogManager.getLogger("org.apache.hadoop").getAdditivity());
    print("commons", LogFactory.getLog("a").getClass().getName());
    print("attribute", LogFactory.getFactory().getAttribute("left"));
    LoggerFactory.getLogger("mine").info("by slf4j");
    LogFactory.getLog("mine").info("by commons-logging");
  }
}
