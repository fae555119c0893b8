/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.client;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.hpcreuse.protocol.ExitCodes;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command line. */
@Command(
    name = "hpc-reuse mpi",
    mixinStandardHelpOptions = true,
    description = {
      "Run a Java MPI program in slots of the cluster, as a YARN application: each rank in a slot",
      "that is a rank of the pool's MPI job. The exit status is the worst rank's."
    })
public final class GangClient implements Callable<Integer> {
  private static final long LONGEST_WAIT_S = 86_400;

  /** The status of a process that SIGINT has ended, in a shell. */
  private static final int INTERRUPTED = ExitCodes.SIGNALLED + 2;

  @Spec private CommandSpec spec;

  @Option(
      names = {"-n", "--ranks"},
      paramLabel = "N",
      required = true,
      description = "How many ranks.")
  private int ranks;

  @Option(
      names = "--memory",
      paramLabel = "M",
      description = "Memory of a rank's container, MiB (default: a map task's).")
  private Optional<Integer> memoryMb;

  @Option(
      names = "--tag-output",
      description = "Put the rank and the stream before each line of output.")
  private boolean tagOutput;

  @Option(
      names = "--class-path",
      paramLabel = "JAR",
      split = ":",
      description = "Further jars of the program, separated by colons.")
  private List<Path> classPath = List.of();

  @Option(names = "--hadoop", description = "The program uses Hadoop's classes and configuration.")
  private boolean withHadoop;

  @Option(
      names = "--time-limit",
      paramLabel = "S",
      description = "End the program after so many seconds; the exit status is then 124.")
  private Optional<Long> timeLimit;

  @Option(
      names = "--wait",
      paramLabel = "S",
      defaultValue = "120",
      description =
          "How many seconds to wait for ranks that the pool replaces, before each submission"
              + " (default: ${DEFAULT-VALUE}).")
  private long wait;

  @Option(names = "--queue", paramLabel = "Q", description = "YARN's queue.")
  private Optional<String> queue;

  @Option(
      names = "--detach",
      description = "Print the application's id and leave; the output is in its logs alone.")
  private boolean detach;

  @Parameters(
      paramLabel = "JAR|CLASS [ARG…]",
      arity = "1..*",
      description =
          "A jar whose manifest names the main class, or a jar and a class, or a class of the class"
              + " path; then the program's arguments.")
  private List<String> program;

  private GangClient() {}

  /** Runs the command. */
  public static void main(String[] args) {
    CommandLine line = new CommandLine(new GangClient());
    line.setStopAtPositional(true);
    line.setExecutionExceptionHandler(
        (e, command, parsed) -> {
          GangSession.say(e.getMessage());
          return exitCode(e);
        });
    System.exit(line.execute(args));
  }

  private static int exitCode(Exception failure) {
    if (failure instanceof IllegalArgumentException) {
      return ExitCodes.USAGE;
    }
    return failure instanceof TimeoutException ? ExitCodes.TIMEOUT : ExitCodes.FAILED;
  }

  @Override
  public Integer call() throws Exception {
    if (ranks < 1) {
      throw new ParameterException(spec.commandLine(), "-n " + ranks + ": must be 1 or more");
    }
    if (memoryMb.filter(memory -> memory < 1).isPresent()) {
      throw new ParameterException(
          spec.commandLine(), "--memory " + memoryMb.get() + ": must be 1 or more");
    }
    if (timeLimit.filter(limit -> limit < 1).isPresent()) {
      throw new ParameterException(
          spec.commandLine(), "--time-limit " + timeLimit.get() + ": must be 1 or more");
    }
    if (wait < 0 || wait > LONGEST_WAIT_S) {
      throw new ParameterException(
          spec.commandLine(), "--wait " + wait + ": must be 0 to " + LONGEST_WAIT_S);
    }
    Program wanted = Program.of(program, classPath);
    YarnConfiguration conf = new YarnConfiguration();
    // Else Hadoop closes file systems when the command is interrupted, before its files are gone.
    conf.setBoolean(CommonConfigurationKeysPublic.FS_AUTOMATIC_CLOSE_KEY, false);
    try (YarnClient yarn = YarnClient.createYarnClient()) {
      yarn.init(conf);
      yarn.start();
      RankSize size = RankSize.of(memoryMb, conf);
      Submission.GangRequest request =
          new Submission.GangRequest(ranks, size, withHadoop, timeLimit, detach, queue);
      Interruption interruption =
          new Interruption(yarn::killApplication, Interruption.BOUND, GangSession::say);
      GangSession session =
          new GangSession(
              yarn,
              new Submission(conf, request, wanted),
              new GangRoom(() -> yarn.getNodeReports(NodeState.RUNNING), ranks, size),
              Duration.ofSeconds(wait),
              interruption,
              tagOutput);
      try {
        interruption.listen();
        return session.run();
      } catch (CommandInterruptedException e) {
        return INTERRUPTED;
      } finally {
        interruption.commandIsOver();
      }
    }
  }
}
