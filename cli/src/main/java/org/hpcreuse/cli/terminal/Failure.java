/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.terminal;

import java.util.concurrent.TimeoutException;
import org.hpcreuse.protocol.ExitCodes;

/** What ends a command: one line for the user and the exit code that goes with it. */
public final class Failure extends Exception {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  public Failure(int exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  public int exitCode() {
    return exitCode;
  }

  public static Failure of(Exception exception) {
    if (exception instanceof Failure failure) {
      return failure;
    }
    if (exception instanceof IllegalArgumentException) {
      return new Failure(ExitCodes.USAGE, exception.getMessage());
    }
    if (exception instanceof TimeoutException) {
      return new Failure(ExitCodes.TIMEOUT, exception.getMessage());
    }
    return new Failure(ExitCodes.FAILED, describe(exception));
  }

  /** An IOException's message is often just a file name: its class says what is wrong with it. */
  private static String describe(Exception exception) {
    return exception.getMessage() == null
        ? exception.toString()
        : exception.getClass().getSimpleName() + ": " + exception.getMessage();
  }
}
