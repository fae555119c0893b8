/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.probe.jdk;

import java.util.Collections;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import org.hpcreuse.it.program.probe.report.Digest;
import org.hpcreuse.it.program.probe.report.Peek;
import org.hpcreuse.it.program.probe.report.Report;
import org.hpcreuse.it.program.probe.report.Sight;

/** java.util.logging: what is set of loggers, and the manager's properties. */
public final class JavaLoggingSight implements Sight {
  @Override
  public void look(Report report) throws ReflectiveOperationException {
    LogManager manager = LogManager.getLogManager();
    report.put("jul.manager", manager.getClass());
    report.put("jul.global-parent", Logger.getGlobal().getParent().getName());
    report.put("jul.listeners", ((Map<?, ?>) Peek.in(manager, "listeners")).size());
    report.put("jul.level-left", left());
    report.put("jul.level-property", manager.getProperty(".level"));
    for (String name : Collections.list(manager.getLoggerNames())) {
      Logger logger = manager.getLogger(name);
      if (logger != null && isSet(logger)) {
        report.put("jul.logger." + name, text(logger));
      }
    }
  }

  /** A level that only a hostile program knows. */
  private static String left() {
    try {
      return Level.parse("LEFT-BEHIND").getName();
    } catch (IllegalArgumentException e) {
      return "none";
    }
  }

  private static boolean isSet(Logger logger) {
    return logger.getLevel() != null
        || logger.getHandlers().length > 0
        || logger.getFilter() != null
        || !logger.getUseParentHandlers()
        || hasOwnBundle(logger);
  }

  /** All loggers of the JDK have the same one, whenever they are made. */
  private static boolean hasOwnBundle(Logger logger) {
    String name = logger.getResourceBundleName();
    return name != null && !name.startsWith("sun.util.logging.");
  }

  private static String text(Logger logger) {
    StringBuilder text = new StringBuilder();
    text.append(logger.getLevel()).append(' ').append(logger.getUseParentHandlers());
    text.append(' ').append(logger.getFilter() == null).append(logger.getResourceBundleName());
    for (Handler handler : logger.getHandlers()) {
      text.append(' ').append(Digest.name(handler.getClass())).append(handler.getLevel());
      text.append(' ').append(Digest.name(handler.getFormatter().getClass()));
      text.append(' ').append(handler.getFilter() == null).append(handler.getEncoding());
      text.append(' ').append(Digest.name(handler.getErrorManager().getClass()));
    }
    return text.toString();
  }
}
