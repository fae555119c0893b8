/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.gangs.GangsReport;
import org.hpcreuse.bench.gangs.GangsRun;
import org.hpcreuse.bench.progress.Progress;
import org.hpcreuse.bench.report.Report;
import org.hpcreuse.bench.samples.Entry;
import org.hpcreuse.bench.samples.RunDirectory;
import org.hpcreuse.bench.samples.RunOptions;
import org.hpcreuse.protocol.ExitCodes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hpc-reuse bench gangs}: exit status 0 when every gang and job was as it must be. */
@Command(
    name = "hpc-reuse bench gangs",
    mixinStandardHelpOptions = true,
    description = {
      "Run many gangs of random sizes beside each other and beside MapReduce jobs, then gangs that",
      "lose a rank; show whether all were right, how fast they end and what stays in the slots."
    })
public final class GangsMain implements Callable<Integer> {
  private static final String NAME = "gangs";
  private static final int MOST_TOGETHER = 16;

  /** To start and to stop the cluster. */
  private static final int STEPS = 2;

  @Spec CommandSpec spec;

  @Option(
      names = "--gangs",
      paramLabel = "N",
      description = "Gangs beside jobs (default: ${DEFAULT-VALUE}).")
  int gangs = 200;

  @Option(
      names = "--kills",
      paramLabel = "K",
      description = "Gangs that lose a rank (default: ${DEFAULT-VALUE}).")
  int kills = 20;

  @Option(
      names = "--together",
      paramLabel = "T",
      description = "Gangs that are submitted at a time, 1 to 16 (default: ${DEFAULT-VALUE}).")
  int together = 3;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Of sizes, messages and moments (default: ${DEFAULT-VALUE}).")
  long seed = 1;

  @Option(
      names = "--heartbeat-ms",
      paramLabel = "H",
      description = "NodeManager and AM heartbeats (default: ${DEFAULT-VALUE}).")
  int heartbeatMs = 100;

  @Mixin ClusterOptions cluster = new ClusterOptions();

  /** Ends the JVM with one of {@link ExitCodes}. */
  public static void main(String[] words) {
    System.exit(Failures.execute(new GangsMain(), words));
  }

  @Override
  public Integer call() throws Exception {
    if (gangs < 0 || kills < 0 || gangs + kills == 0) {
      throw new BenchException(
          ExitCodes.USAGE, "--gangs " + gangs + " --kills " + kills + ": one or more are needed");
    }
    ClusterOptions.requireRange("--together", together, 1, MOST_TOGETHER);
    Home home = Home.fromEnvironment();
    Session session = new Session(home, spec.commandLine().getErr());
    GangsRun run = new GangsRun(gangs, kills, together, seed, home.jars().resolve("gangcheck.jar"));
    RunOptions options =
        RunOptions.of(
            NAME,
            gangs + kills,
            Arm.REUSE,
            seed,
            heartbeatMs,
            Stream.concat(GangsRun.upOptions().stream(), cluster.up.stream()).toList());
    RunDirectory directory = session.begin(options);
    Files.createDirectories(directory.logs());
    try (Progress progress = session.progress(NAME, run.steps() + STEPS)) {
      session.withCluster(
          Arm.REUSE,
          directory,
          options,
          cluster.dir,
          progress,
          up -> run.run(up, directory, progress));
    } finally {
      report(directory);
    }
    return new GangsReport(directory.read()).isGood() ? ExitCodes.OK : ExitCodes.FAILED;
  }

  /** Also after a failure: what was seen until then. */
  private void report(RunDirectory directory) throws IOException {
    List<Entry> entries = directory.read();
    String text = new Report(directory, entries).head() + new GangsReport(entries).text();
    Files.writeString(directory.summary(), text);
    PrintWriter out = spec.commandLine().getOut();
    out.print(text);
    out.flush();
    PrintWriter err = spec.commandLine().getErr();
    err.println("samples and summary: " + directory.dir());
    err.flush();
  }
}
