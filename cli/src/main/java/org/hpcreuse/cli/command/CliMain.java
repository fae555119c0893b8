/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Objects;
import org.hpcreuse.cli.pool.EachNode;
import org.hpcreuse.cli.terminal.Failure;
import org.hpcreuse.protocol.ExitCodes;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Entry point; each subcommand is a class of its own. */
@Command(
    name = "hpc-reuse",
    description = "Warm JVM slots that run Hadoop YARN containers.",
    mixinStandardHelpOptions = true,
    subcommands = {
      ClusterConfCommand.class,
      NodeCheckCommand.class,
      HeadCommand.class,
      PoolConfCommand.class,
      StatusCommand.class,
      DrainCommand.class,
      RetireCommand.class,
      MpiCheckCommand.class,
      AuditCommand.class,
      LearnCommand.class,
      JarResourcesCommand.class,
      DiagCommand.class,
      ShutdownCommand.class,
      OptionsCommand.class
    })
public final class CliMain {
  @Option(names = EachNode.OPTION, hidden = true)
  boolean eachNode;

  private CliMain() {}

  /** Runs one subcommand; ends the JVM with one of {@link ExitCodes}. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  public static CommandLine commandLine() {
    CommandLine commands = new CommandLine(new CliMain());
    commands.setExecutionExceptionHandler(
        (exception, command, result) -> report(exception, command.getErr()));
    commands.setCaseInsensitiveEnumValuesAllowed(true);
    commands.setExecutionStrategy(new EachNode(home()));
    return commands;
  }

  /** Where HPC-Reuse is installed, as bin/hpc-reuse tells. */
  private static Path home() {
    return Path.of(Objects.requireNonNullElse(System.getenv("HPC_REUSE_HOME"), "."));
  }

  private static int report(Exception exception, PrintWriter err) {
    Failure failure = Failure.of(exception);
    err.println("hpc-reuse: " + failure.getMessage());
    return failure.exitCode();
  }
}
