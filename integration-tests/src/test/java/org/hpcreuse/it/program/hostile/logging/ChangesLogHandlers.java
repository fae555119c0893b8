/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.logging;

import java.util.ListResourceBundle;
import java.util.logging.ErrorManager;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Leaves what it has set of the handlers of java.util.logging that stay, and of loggers. */
public final class ChangesLogHandlers {
  private ChangesLogHandlers() {}

  /** Leaves it. */
  public static void main(String[] args) {
    Handler handler = Logger.getLogger("").getHandlers()[0];
    handler.setFormatter(new Own());
    handler.setLevel(Level.OFF);
    handler.setFilter(record -> false);
    handler.setErrorManager(new ErrorManager() {});
    try {
      handler.setEncoding("UTF-16");
    } catch (java.io.UnsupportedEncodingException e) {
      throw new IllegalStateException(e);
    }
    Logger.getLogger("left.behind.bundle").setResourceBundle(new Bundle());
    Logger.getGlobal().setParent(Logger.getLogger("left.behind"));
  }

  private static final class Own extends Formatter {
    @Override
    public String format(LogRecord record) {
      return "left behind";
    }
  }

  private static final class Bundle extends ListResourceBundle {
    @Override
    protected Object[][] getContents() {
      return new Object[0][];
    }

    @Override
    public String getBaseBundleName() {
      return "left.behind";
    }
  }
}
