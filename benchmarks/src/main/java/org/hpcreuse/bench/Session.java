/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.cluster.HpcReuse;
import org.hpcreuse.bench.process.Host;
import org.hpcreuse.bench.progress.BarProgress;
import org.hpcreuse.bench.progress.LineProgress;
import org.hpcreuse.bench.progress.Progress;
import org.hpcreuse.bench.report.Plots;
import org.hpcreuse.bench.report.Report;
import org.hpcreuse.bench.run.ClusterStarter;
import org.hpcreuse.bench.run.Clusters;
import org.hpcreuse.bench.run.Room;
import org.hpcreuse.bench.run.Runner;
import org.hpcreuse.bench.samples.Header;
import org.hpcreuse.bench.samples.RunDirectory;
import org.hpcreuse.bench.samples.RunOptions;
import org.hpcreuse.bench.workload.Workload;
import org.hpcreuse.protocol.ExitCodes;

/** From options to a report: what bench and demo have in common. */
final class Session {
  private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

  /** Set by bench.sh when standard error is a terminal. */
  private static final String TERMINAL = "hpc-reuse.terminal";

  private final Home home;
  private final PrintWriter err;

  /**
   * Makes one.
   *
   * @param home the project's files
   * @param err receives progress
   */
  Session(Home home, PrintWriter err) {
    this.home = home;
    this.err = err;
  }

  /**
   * Starts a new run in a directory of its own.
   *
   * @throws BenchException when its clusters would not fit into the memory; then nothing is there
   */
  RunDirectory begin(RunOptions options) throws IOException, BenchException, InterruptedException {
    Path log = Files.createTempFile("hpc-reuse-bench", ".log");
    try {
      Room.require(options.hosts(), options.upOptions(), new HpcReuse(home.command(), log));
    } finally {
      Files.delete(log);
    }
    return begin(options, home.runs());
  }

  /** Starts a new run in a directory below another one than usual. */
  RunDirectory begin(RunOptions options, Path runs) throws IOException, InterruptedException {
    String name = options.bench() + "-" + LocalDateTime.now(ZoneId.systemDefault()).format(STAMP);
    RunDirectory directory = new RunDirectory(runs.resolve(name));
    directory.append(
        new Header(
            Header.FORMAT,
            ZonedDateTime.now(ZoneId.systemDefault())
                .format(DateTimeFormatter.ISO_OFFSET_DATE_TIME),
            Host.local(home.dir()),
            options));
    return directory;
  }

  /** The options of a run that was stopped. */
  static RunOptions resume(RunDirectory directory) throws IOException, BenchException {
    Optional<Header> header = RunDirectory.header(directory.read());
    if (header.isEmpty()) {
      throw new BenchException(
          ExitCodes.USAGE, directory.samples() + " is missing or has no header: nothing to resume");
    }
    return header.get().options();
  }

  /**
   * Takes the samples that are missing.
   *
   * @param clusters directory to make the clusters' directories in; a default when null
   * @return the report on all samples
   */
  Report run(RunDirectory directory, RunOptions options, Path clusters)
      throws IOException, BenchException, InterruptedException {
    Files.createDirectories(directory.logs());
    BenchName bench = BenchName.of(options).orElseThrow();
    List<Workload> workloads = bench.workloads(home, options, directory.dir(), err::println);
    int steps = Runner.steps(options, workloads.size());
    try (Progress progress = progress(options.bench(), steps)) {
      new Runner(directory, options, workloads, bench.watch(options), progress)
          .run(command(directory), clusters(directory, clusters));
    }
    return new Report(directory, directory.read());
  }

  /** What is done with a cluster that is up. */
  @FunctionalInterface
  interface Work {
    void on(Cluster cluster) throws IOException, BenchException, InterruptedException;
  }

  /**
   * Starts a cluster, does something with it and stops it. Shows a step for the start and one for
   * the stop.
   *
   * @param arm how it runs containers
   * @param wanted directory for its directory; a default when null
   */
  void withCluster(
      Arm arm,
      RunDirectory directory,
      RunOptions options,
      Path wanted,
      Progress progress,
      Work work)
      throws IOException, BenchException, InterruptedException {
    Path base = clusters(directory, wanted);
    try (Clusters clusters = new Clusters(base, command(directory), progress::say)) {
      work.on(new ClusterStarter(directory, options, progress).start(clusters.add(arm)));
      progress.begin("stop the cluster", 1);
      clusters.markGood();
    }
  }

  /**
   * Where the directories of a run's clusters go.
   *
   * @param wanted by the user; a default when null
   */
  Path clusters(RunDirectory directory, Path wanted) {
    return wanted == null
        ? home.clusters().resolve(directory.dir().getFileName())
        : wanted.toAbsolutePath();
  }

  /** The command line, with its output among a run's logs. */
  HpcReuse command(RunDirectory directory) {
    return new HpcReuse(home.command(), directory.logs().resolve("commands.log"));
  }

  /** Writes the summary beside the samples and draws the plots. */
  void finish(RunDirectory directory, String summary) throws IOException, InterruptedException {
    Files.writeString(directory.summary(), summary);
    new Plots(home.plotScript())
        .draw(directory.samples(), directory.logs().resolve("plots.log"), err::println);
    err.println("samples and summary: " + directory.dir());
    err.flush();
  }

  Progress progress(String name, int steps) {
    return Boolean.getBoolean(TERMINAL)
        ? new BarProgress(err, name, steps)
        : new LineProgress(err, steps);
  }
}
