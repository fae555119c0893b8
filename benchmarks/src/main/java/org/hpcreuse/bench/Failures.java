/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import java.io.PrintWriter;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.protocol.ExitCodes;
import picocli.CommandLine;

/** Runs a command and turns what it throws into a line and an exit code. */
final class Failures {
  private Failures() {}

  static int execute(Object command, String... words) {
    return commandLine(command).execute(words);
  }

  static CommandLine commandLine(Object command) {
    CommandLine line = new CommandLine(command);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setExecutionExceptionHandler((exception, at, result) -> report(exception, at.getErr()));
    return line;
  }

  private static int report(Exception exception, PrintWriter err) {
    err.println("hpc-reuse: " + message(exception));
    err.flush();
    if (exception instanceof BenchException failure) {
      return failure.exitCode();
    }
    return exception instanceof IllegalArgumentException ? ExitCodes.USAGE : ExitCodes.FAILED;
  }

  /** An IOException's message is often a file name alone. */
  private static String message(Exception exception) {
    return exception instanceof BenchException || exception instanceof IllegalArgumentException
        ? exception.getMessage()
        : exception.toString();
  }
}
