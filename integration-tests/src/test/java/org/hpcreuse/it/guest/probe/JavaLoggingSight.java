/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.guest.probe;

import java.util.Collections;
import java.util.logging.Handler;
import java.util.logging.LogManager;
import java.util.logging.Logger;

/** java.util.logging: what is set of loggers, and the manager's properties. */
final class JavaLoggingSight implements Sight {
  @Override
  public void look(Report report) {
    LogManager manager = LogManager.getLogManager();
    report.put("jul.manager", manager.getClass());
    report.put("jul.level-property", manager.getProperty(".level"));
    for (String name : Collections.list(manager.getLoggerNames())) {
      Logger logger = manager.getLogger(name);
      if (logger != null && isSet(logger)) {
        report.put("jul.logger." + name, text(logger));
      }
    }
  }

  private static boolean isSet(Logger logger) {
    return logger.getLevel() != null
        || logger.getHandlers().length > 0
        || logger.getFilter() != null
        || !logger.getUseParentHandlers();
  }

  private static String text(Logger logger) {
    StringBuilder text = new StringBuilder();
    text.append(logger.getLevel()).append(' ').append(logger.getUseParentHandlers());
    text.append(' ').append(logger.getFilter() == null);
    for (Handler handler : logger.getHandlers()) {
      text.append(' ').append(Digest.name(handler.getClass())).append(handler.getLevel());
    }
    return text.toString();
  }
}
