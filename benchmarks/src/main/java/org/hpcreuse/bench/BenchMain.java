/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import java.io.PrintWriter;
import java.util.TreeSet;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.protocol.ExitCodes;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code hpc-reuse bench} and {@code hpc-reuse demo}. */
@Command(name = "hpc-reuse", mixinStandardHelpOptions = true, subcommands = DemoCommand.class)
public final class BenchMain {
  private BenchMain() {}

  /** Ends the JVM with one of {@link ExitCodes}. */
  public static void main(String[] words) {
    System.exit(commandLine().execute(words));
  }

  /** All commands. What one throws becomes a line and an exit code. */
  static CommandLine commandLine() {
    CommandLine bench = new CommandLine(new BenchCommand());
    bench.addSubcommand(new SlotsCommand.Trace());
    bench.addSubcommand(new SlotsCommand.Soak());
    bench.addSubcommand(new ColdCommand());
    bench.addSubcommand(new FaultsCommand());
    bench.addSubcommand(new MastersCommand());
    bench.addSubcommand(new GangsCommand());
    bench.addSubcommand(new MicroCommand());
    for (String name : new TreeSet<>(MpiCommand.PROGRAMS.keySet())) {
      bench.addSubcommand(name, new MpiCommand());
    }
    CommandLine line = new CommandLine(new BenchMain()).addSubcommand("bench", bench);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setExecutionExceptionHandler((exception, at, result) -> report(exception, at.getErr()));
    return line;
  }

  /** An IOException's message is often a file name alone. */
  private static int report(Exception exception, PrintWriter err) {
    boolean forUsers = exception instanceof BenchException || isRefusal(exception);
    err.println("hpc-reuse: " + (forUsers ? exception.getMessage() : exception.toString()));
    err.flush();
    if (exception instanceof BenchException failure) {
      return failure.exitCode();
    }
    return isRefusal(exception) ? ExitCodes.USAGE : ExitCodes.FAILED;
  }

  private static boolean isRefusal(Exception exception) {
    return exception instanceof IllegalArgumentException;
  }
}
