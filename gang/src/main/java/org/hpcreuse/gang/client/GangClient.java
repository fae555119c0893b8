/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.client;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.client.api.YarnClientApplication;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.hpcreuse.gang.wire.GangConnection;
import org.hpcreuse.gang.wire.GangMessage;
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
  /** Between two submissions of a gang that an older one does not leave room for. */
  private static final long FIRST_PAUSE_MS = 500;

  private static final long LONGEST_PAUSE_MS = 30_000;
  private static final long LONGEST_WAIT_S = 86_400;
  private static final Duration CONNECT_BOUND = Duration.ofSeconds(20);
  private static final long FIRST_LOOK_MS = 20;
  private static final long LONGEST_LOOK_MS = 500;
  private static final Duration END_BOUND = Duration.ofSeconds(30);

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
          "How many seconds to wait for ranks that the pool replaces (default: ${DEFAULT-VALUE}).")
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
          System.err.println("hpc-reuse: mpi: " + e.getMessage());
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
  public Integer call() throws IOException, YarnException, TimeoutException, InterruptedException {
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
      Submission submission = new Submission(yarn, conf);
      RankSize size = RankSize.of(memoryMb, conf);
      Submission.Wish wish = new Submission.Wish(ranks, size, withHadoop, timeLimit, detach, queue);
      Room room = new Room(() -> yarn.getNodeReports(NodeState.RUNNING), ranks, size);
      requireRanks(room);
      Interruption interruption = new Interruption(yarn::killApplication);
      if (!detach) {
        Runtime.getRuntime().addShutdownHook(interruption.hook());
      }
      try {
        Optional<Integer> status = run(yarn, submission, wish, wanted, interruption);
        long pauseMs = FIRST_PAUSE_MS;
        while (status.isEmpty()) {
          TimeUnit.MILLISECONDS.sleep(pauseMs / 2 + ThreadLocalRandom.current().nextLong(pauseMs));
          pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * pauseMs);
          requireRanks(room);
          status = run(yarn, submission, wish, wanted, interruption);
        }
        return status.get();
      } finally {
        interruption.commandIsOver();
      }
    }
  }

  private void requireRanks(Room room)
      throws IOException, YarnException, TimeoutException, InterruptedException {
    room.require(Duration.ofSeconds(wait), note -> System.err.println("hpc-reuse: mpi: " + note));
  }

  /** Submits the gang once; returns its status, or nothing when it has to be submitted again. */
  private Optional<Integer> run(
      YarnClient yarn,
      Submission submission,
      Submission.Wish wish,
      Program wanted,
      Interruption interruption)
      throws IOException, YarnException, InterruptedException {
    YarnClientApplication application = yarn.createApplication();
    ApplicationId id = application.getApplicationSubmissionContext().getApplicationId();
    Staging staging = new Staging(yarn.getConfig(), id.toString());
    boolean filesAreWanted = false;
    try {
      if (!interruption.submit(id, () -> submission.submit(application, staging, wish, wanted))) {
        return Optional.of(ExitCodes.FAILED); // the JVM is about to end
      }
      if (detach) {
        filesAreWanted = true;
        System.out.println(id);
        return Optional.of(ExitCodes.OK);
      }
      return follow(yarn, id, submission.secret(), interruption);
    } finally {
      if (!filesAreWanted) {
        staging.close();
      }
    }
  }

  private Optional<Integer> follow(
      YarnClient yarn, ApplicationId id, byte[] secret, Interruption interruption)
      throws IOException, YarnException, InterruptedException {
    ApplicationReport report = awaitMaster(yarn, id);
    if (report.getYarnApplicationState() != YarnApplicationState.RUNNING) {
      System.err.println("hpc-reuse: mpi: " + id + " has ended: " + report.getDiagnostics());
      return Optional.of(ExitCodes.FAILED);
    }
    try (GangConnection master =
        GangConnection.to(report.getHost(), report.getRpcPort(), secret, CONNECT_BOUND)) {
      master.send(new GangMessage.Watch());
      interruption.connected(master);
      while (true) {
        Optional<GangMessage> next = receive(master);
        if (next.isEmpty()) {
          return Optional.of(lost(yarn, id));
        }
        GangMessage message = next.get();
        if (message instanceof GangMessage.Line line) {
          show(line);
        } else if (message instanceof GangMessage.Note note) {
          System.err.println("hpc-reuse: mpi: " + note.text());
        } else if (message instanceof GangMessage.Yielded) {
          interruption.ended();
          return Optional.empty();
        } else if (message instanceof GangMessage.Finished finished) {
          if (!finished.diagnostics().isEmpty()) {
            System.err.println("hpc-reuse: mpi: " + finished.diagnostics());
          }
          return Optional.of(finished.status());
        }
      }
    }
  }

  /** Empty when the master has gone. */
  private static Optional<GangMessage> receive(GangConnection master) {
    try {
      return Optional.of(master.receive(Duration.ZERO));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The master is gone without a word: YARN knows why. */
  private static int lost(YarnClient yarn, ApplicationId id)
      throws IOException, YarnException, InterruptedException {
    ApplicationReport report = yarn.getApplicationReport(id);
    long deadline = System.nanoTime() + END_BOUND.toNanos();
    while (!isOver(report) && System.nanoTime() - deadline < 0) {
      TimeUnit.MILLISECONDS.sleep(LONGEST_LOOK_MS);
      report = yarn.getApplicationReport(id);
    }
    System.err.println(
        "hpc-reuse: mpi: the gang's master has gone: "
            + id
            + " "
            + report.getYarnApplicationState()
            + " "
            + report.getDiagnostics());
    return report.getFinalApplicationStatus() == FinalApplicationStatus.SUCCEEDED
        ? ExitCodes.OK
        : ExitCodes.FAILED;
  }

  private static boolean isOver(ApplicationReport report) {
    return switch (report.getYarnApplicationState()) {
      case FINISHED, FAILED, KILLED -> true;
      default -> false;
    };
  }

  private static ApplicationReport awaitMaster(YarnClient yarn, ApplicationId id)
      throws IOException, YarnException, InterruptedException {
    long pauseMs = FIRST_LOOK_MS;
    ApplicationReport report = yarn.getApplicationReport(id);
    while (report.getYarnApplicationState() != YarnApplicationState.RUNNING && !isOver(report)) {
      TimeUnit.MILLISECONDS.sleep(pauseMs);
      pauseMs = Math.min(LONGEST_LOOK_MS, pauseMs + pauseMs / 4);
      report = yarn.getApplicationReport(id);
    }
    return report;
  }

  private void show(GangMessage.Line line) {
    PrintStream to = line.error() ? System.err : System.out;
    String tag = tagOutput ? "[" + line.rank() + "]<" + (line.error() ? "err" : "out") + "> " : "";
    to.println(tag + line.text());
  }
}
