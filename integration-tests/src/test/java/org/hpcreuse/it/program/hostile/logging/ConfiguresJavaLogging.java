/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.logging;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.logging.ConsoleHandler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;

/** Leaves java.util.logging configured: levels, handlers, properties. */
public final class ConfiguresJavaLogging {
  private ConfiguresJavaLogging() {}

  /** Leaves it. */
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
