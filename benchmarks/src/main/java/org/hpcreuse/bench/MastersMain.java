/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.Callable;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.masters.MastersReport;
import org.hpcreuse.bench.masters.MastersRun;
import org.hpcreuse.bench.progress.Progress;
import org.hpcreuse.bench.report.Report;
import org.hpcreuse.bench.run.Quiet;
import org.hpcreuse.bench.samples.Entry;
import org.hpcreuse.bench.samples.RunDirectory;
import org.hpcreuse.bench.samples.RunOptions;
import org.hpcreuse.protocol.ExitCodes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code hpc-reuse bench masters}: what the early heartbeats of slots cost a ResourceManager. Exit
 * status 0 when all cases were measured.
 */
@Command(
    name = "hpc-reuse bench masters",
    mixinStandardHelpOptions = true,
    description = {
      "Have many ApplicationMasters wait for containers of a full cluster, as in stock Hadoop and",
      "as in slots; show heartbeats, the time of their answers, and what the ResourceManager takes."
    })
public final class MastersMain implements Callable<Integer> {
  private static final String NAME = "masters";
  private static final int HEARTBEAT_MS = 1000;

  /** Each is a thread, a connection and an application. */
  private static final int MOST_MASTERS = 1000;

  private static final int MOST_SECONDS = 600;

  /** To start the cluster, to wait for a quiet machine, to stop the cluster. */
  private static final int STEPS = 3;

  @Spec CommandSpec spec;

  @Option(
      names = "--masters",
      paramLabel = "N",
      description = "ApplicationMasters, 1 to 1000 (default: ${DEFAULT-VALUE}).")
  int masters = 100;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description = "Length of each case, 1 to 600 (default: ${DEFAULT-VALUE}).")
  int seconds = 30;

  @Mixin ClusterOptions cluster = new ClusterOptions();

  /** Ends the JVM with one of {@link ExitCodes}. */
  public static void main(String[] words) {
    System.exit(Failures.execute(new MastersMain(), words));
  }

  @Override
  public Integer call() throws Exception {
    ClusterOptions.requireRange("--masters", masters, 1, MOST_MASTERS);
    ClusterOptions.requireRange("--seconds", seconds, 1, MOST_SECONDS);
    Home home = Home.fromEnvironment();
    Session session = new Session(home, spec.commandLine().getErr());
    MastersRun run = new MastersRun(masters, seconds, HEARTBEAT_MS);
    RunOptions options =
        RunOptions.of(NAME, seconds, Arm.FORK, 1, HEARTBEAT_MS, run.upOptions(cluster.up));
    RunDirectory directory = session.begin(options);
    Files.createDirectories(directory.logs());
    try (Progress progress = session.progress(NAME, run.steps() + STEPS)) {
      measure(session, home, run, options, directory, progress);
    }
    report(directory);
    return ExitCodes.OK;
  }

  private void measure(
      Session session,
      Home home,
      MastersRun run,
      RunOptions options,
      RunDirectory directory,
      Progress progress)
      throws IOException, BenchException, InterruptedException {
    session.withCluster(
        Arm.FORK,
        directory,
        options,
        cluster.dir,
        progress,
        up -> {
          progress.begin("wait for a quiet machine", 1);
          Quiet.await(progress::say);
          run.run(up, home.mastersJar(), home.agentJar(), directory, progress);
        });
  }

  private void report(RunDirectory directory) throws IOException {
    List<Entry> entries = directory.read();
    String text = new Report(directory, entries).head() + new MastersReport(entries).text();
    Files.writeString(directory.summary(), text);
    PrintWriter out = spec.commandLine().getOut();
    out.print(text);
    out.flush();
    PrintWriter err = spec.commandLine().getErr();
    err.println("samples and summary: " + directory.dir());
    err.flush();
  }
}
