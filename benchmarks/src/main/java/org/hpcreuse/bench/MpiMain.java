/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.Callable;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.mpi.Measurement;
import org.hpcreuse.bench.mpi.MpiBench;
import org.hpcreuse.bench.mpi.MpiReport;
import org.hpcreuse.bench.progress.Progress;
import org.hpcreuse.bench.report.Report;
import org.hpcreuse.bench.run.Quiet;
import org.hpcreuse.bench.samples.Entry;
import org.hpcreuse.bench.samples.MpiRun.Starter;
import org.hpcreuse.bench.samples.RunDirectory;
import org.hpcreuse.bench.samples.RunOptions;
import org.hpcreuse.protocol.ExitCodes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code hpc-reuse bench mpi-start}, {@code primecount} and {@code pingpong}: exit status 0 when
 * all samples are taken.
 */
@Command(
    name = "hpc-reuse bench",
    mixinStandardHelpOptions = true,
    description = {
      "Run MPI programs in slots, under mpirun and by MPI_Comm_spawn, samples interleaved.",
      "Raw samples, a summary and plots go to results/runs/NAME-TIME."
    })
public final class MpiMain implements Callable<Integer> {
  private static final int HEARTBEAT_MS = 1000;

  /** A slot and a process for each, on one machine. */
  private static final int MOST_RANKS = 64;

  /** To start the cluster, to wait for a quiet machine, to stop the cluster. */
  private static final int STEPS = 3;

  @Spec CommandSpec spec;

  @Parameters(paramLabel = "NAME", description = "mpi-start, primecount or pingpong")
  MpiBench bench;

  @Option(
      names = "--samples",
      paramLabel = "N",
      description = "Samples an arm (default: ${DEFAULT-VALUE}).")
  int samples = 5;

  @Option(
      names = "--arms",
      split = ",",
      paramLabel = "ARM",
      description = "Who starts the ranks: gang, spawn, mpirun (default: all; pingpong: no spawn).")
  List<Starter> starters;

  @Option(
      names = "--ranks",
      split = ",",
      paramLabel = "N",
      description = "With how many ranks (default: 1,2,4,8; pingpong: 2).")
  List<Integer> ranks;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Of the arms' order (default: ${DEFAULT-VALUE}).")
  long seed = 1;

  @Option(
      names = "--heartbeat-ms",
      paramLabel = "H",
      description = "NodeManager and AM heartbeats (default: ${DEFAULT-VALUE}).")
  int heartbeatMs = HEARTBEAT_MS;

  @Mixin ClusterOptions cluster = new ClusterOptions();

  /** Ends the JVM with one of {@link ExitCodes}. */
  public static void main(String[] words) {
    System.exit(Failures.execute(new MpiMain(), words));
  }

  @Override
  public Integer call() throws Exception {
    List<Starter> compared = starters == null ? bench.starters() : starters;
    List<Integer> counts = ranks == null ? bench.ranks() : ranks;
    check(compared, counts);
    Home home = Home.fromEnvironment();
    Session session = new Session(home, spec.commandLine().getErr());
    RunOptions options =
        RunOptions.of(
            bench.toString(),
            samples,
            Arm.REUSE,
            seed,
            heartbeatMs,
            bench.upOptions(counts, cluster.up));
    Measurement measurement = new Measurement(bench, compared, counts, samples, seed);
    RunDirectory directory = session.begin(options);
    Files.createDirectories(directory.logs());
    try (Progress progress =
        session.progress(bench.toString(), measurement.steps(home.jars()) + STEPS)) {
      measure(session, home, measurement, options, directory, progress);
    }
    report(session, directory);
    return ExitCodes.OK;
  }

  private void measure(
      Session session,
      Home home,
      Measurement measurement,
      RunOptions options,
      RunDirectory directory,
      Progress progress)
      throws IOException, BenchException, InterruptedException {
    session.withCluster(
        Arm.REUSE,
        directory,
        options,
        cluster.dir,
        progress,
        up -> {
          progress.begin("wait for a quiet machine", 1);
          Quiet.await(progress::say);
          measurement.run(up, home.jars(), directory, progress);
        });
  }

  private void report(Session session, RunDirectory directory)
      throws IOException, InterruptedException {
    List<Entry> entries = directory.read();
    String summary = new Report(directory, entries).head() + new MpiReport(bench, entries).text();
    PrintWriter out = spec.commandLine().getOut();
    out.print(summary);
    out.flush();
    session.finish(directory, summary);
  }

  private void check(List<Starter> compared, List<Integer> counts) throws BenchException {
    if (samples < 1) {
      throw new BenchException(ExitCodes.USAGE, "--samples " + samples + ": must be 1 or more");
    }
    if (compared.isEmpty() || compared.stream().distinct().count() < compared.size()) {
      throw new BenchException(ExitCodes.USAGE, "--arms " + compared + ": each arm once");
    }
    int fewest = bench == MpiBench.PINGPONG ? 2 : 1;
    for (int count : counts) {
      ClusterOptions.requireRange("--ranks", count, fewest, MOST_RANKS);
    }
    if (counts.isEmpty()) {
      throw new BenchException(ExitCodes.USAGE, "--ranks: name one number or more");
    }
  }
}
