/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.logging;

import java.util.logging.Level;
import java.util.logging.LogManager;

/** Leaves a listener to the configuration of java.util.logging, and a level of its own. */
public final class ListensToLogConfiguration {
  private ListensToLogConfiguration() {}

  /** Leaves it. */
  public static void main(String[] args) {
    LogManager.getLogManager().addConfigurationListener(() -> {});
    System.out.println(new Own());
  }

  private static final class Own extends Level {
    private static final long serialVersionUID = 1L;

    Own() {
      super("LEFT-BEHIND", 4711);
    }
  }
}
