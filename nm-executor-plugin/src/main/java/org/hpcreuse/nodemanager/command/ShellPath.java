/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.command;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/**
 * The PATH of a bash that inherits none. It is compiled into bash and differs between
 * distributions, so one bash is asked, once in a NodeManager's life and never at a launch.
 */
public final class ShellPath {
  private static final int TIMEOUT_SECONDS = 10;

  private ShellPath() {}

  public static String ask() throws IOException {
    ProcessBuilder builder = new ProcessBuilder("/bin/bash", "--norc", "-c", "printf %s \"$PATH\"");
    builder.environment().clear();
    builder.redirectErrorStream(true);
    Process bash = builder.start();
    bash.getOutputStream().close();
    try {
      if (!bash.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException("/bin/bash did not tell its PATH in " + TIMEOUT_SECONDS + " s");
      }
      return new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while /bin/bash was asked for its PATH", e);
    } finally {
      bash.destroyForcibly();
    }
  }
}
