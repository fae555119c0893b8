/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.logging;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import java.util.logging.ConsoleHandler;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.hpcreuse.workload.foreign.Neighbour;

/** Logs by java.util.logging. */
public final class Jul {
  private Jul() {}

  /** Prints what is logged. */
  public static final class Printer extends Handler {
    @Override
    public void publish(LogRecord record) {
      print("logged", record.getLevel() + " " + record.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
      print("closed", true);
    }
  }

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      Logger.getLogger("").addHandler(new Printer());
      Logger.getLogger("").setLevel(Level.FINEST);
      Logger.getLogger("own").setUseParentHandlers(false);
      Logger.getLogger("own").setFilter(record -> false);
      System.setProperty("java.util.logging.SimpleFormatter.format", "%5$s%n");
    }
    Logger logger = Logger.getLogger("own");
    print("root", Logger.getLogger("").getLevel());
    print("handlers", Logger.getLogger("").getHandlers().length);
    print("console", Logger.getLogger("").getHandlers()[0] instanceof ConsoleHandler);
    print("parent", logger.getUseParentHandlers());
    print("filter", logger.getFilter() != null);
    print("named", LogManager.getLogManager().getLogger("own") != null);
    logger.addHandler(new Printer());
    logger.warning("text");
    System.getLogger("own").log(System.Logger.Level.ERROR, "by the platform");
  }
}
