/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ListResourceBundle;
import java.util.logging.ConsoleHandler;
import java.util.logging.ErrorManager;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Hostile programs that abuse java.util.logging. */
public final class AbusesLogging {
  private AbusesLogging() {}

  /** Leaves what it has set of the handlers of java.util.logging that stay, and of loggers. */
  public static final class ChangesLogHandlers {
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

  /** Leaves java.util.logging configured: levels, handlers, properties. */
  public static final class ConfiguresJavaLogging {
    public static void main(String[] args) throws IOException {
      String properties = ".level = FINEST";
      LogManager.getLogManager()
          .readConfiguration(
              new ByteArrayInputStream(properties.getBytes(StandardCharsets.ISO_8859_1)));
      Logger.getLogger("").addHandler(new ConsoleHandler());
      Logger.getLogger("left.behind").setLevel(Level.FINE);
      Logger.getLogger("left.behind").setUseParentHandlers(false);
    }
  }

  /** Leaves a listener to the configuration of java.util.logging, and a level of its own. */
  public static final class ListensToLogConfiguration {
    public static void main(String[] args) {
      LogManager.getLogManager().addConfigurationListener(() -> {});
      System.out.println(new OwnLevel());
    }

    private static final class OwnLevel extends Level {
      private static final long serialVersionUID = 1L;

      OwnLevel() {
        super("LEFT-BEHIND", 4711);
      }
    }
  }
}
