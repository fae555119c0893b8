/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Objects;
import org.hpcreuse.cli.command.AuditCommand;
import org.hpcreuse.cli.command.ClusterConfCommand;
import org.hpcreuse.cli.command.DiagCommand;
import org.hpcreuse.cli.command.DrainCommand;
import org.hpcreuse.cli.command.JarResourcesCommand;
import org.hpcreuse.cli.command.LearnCommand;
import org.hpcreuse.cli.command.MpiCheckCommand;
import org.hpcreuse.cli.command.NodeCheckCommand;
import org.hpcreuse.cli.command.OptionsCommand;
import org.hpcreuse.cli.command.PoolConfCommand;
import org.hpcreuse.cli.command.RetireCommand;
import org.hpcreuse.cli.command.ShutdownCommand;
import org.hpcreuse.cli.command.StatusCommand;
import org.hpcreuse.cli.nodes.EachNode;
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
public final class Main {
  @Option(names = EachNode.OPTION, hidden = true)
  boolean eachNode;

  private Main() {}

  /** Runs one subcommand; ends the JVM with one of {@link ExitCodes}. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  public static CommandLine commandLine() {
    CommandLine commands = new CommandLine(new Main());
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
