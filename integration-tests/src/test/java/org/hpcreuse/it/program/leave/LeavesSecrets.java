/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.leave;

import java.security.Security;
import java.util.Locale;
import java.util.Properties;
import java.util.logging.LogManager;
import org.apache.hadoop.util.ShutdownHookManager;

/** Leaves a secret wherever it can, under names that sound harmless. */
public final class LeavesSecrets {
  private static final String SECRET = "hunter2";

  private LeavesSecrets() {}

  /** Leaves it. */
  public static void main(String[] args) throws Exception {
    Security.setProperty("left.harmless", SECRET);
    Properties logging = new Properties();
    logging.setProperty("left.logging", SECRET);
    java.io.ByteArrayOutputStream text = new java.io.ByteArrayOutputStream();
    logging.store(text, "");
    LogManager.getLogManager()
        .readConfiguration(new java.io.ByteArrayInputStream(text.toByteArray()));
    Locale.setDefault(new Locale("de", "DE", SECRET));
    NativeCalls.setenv("LEFT_HARMLESS", SECRET);
    ShutdownHookManager.get()
        .addShutdownHook(
            () -> {
              throw new IllegalStateException(SECRET);
            },
            1);
  }
}
