/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.run;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.Callable;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.cluster.Host;
import org.hpcreuse.bench.cluster.HpcReuse;
import org.hpcreuse.bench.workload.Workload;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A measurement, from options to a report: what all of them have in common. */
public abstract class RunCommand implements Callable<Integer> {
  private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

  @Spec CommandSpec spec;

  @Option(
      names = "--dir",
      paramLabel = "D",
      description = "Where the clusters' directories go (default: .hpc-reuse/NAME-TIME).")
  protected Path dir;

  /** Further words for {@code hpc-reuse up}; a mixin of the commands that take some. */
  public static final class UpArguments {
    @Option(
        names = "--up-arg",
        paramLabel = "WORD",
        description = "A further word for «hpc-reuse up», for every arm; repeatable.")
    List<String> words = List.of();

    public List<String> words() {
      return words;
    }
  }

  /** What is done with a cluster that is up. */
  @FunctionalInterface
  public interface Work {
    void on(Cluster cluster) throws IOException, InterruptedException;
  }

  /** Refuses a number that is out of range. */
  protected static void requireRange(String option, int value, int least, int most)
      throws BenchException {
    if (value < least || value > most) {
      String limit =
          most == Integer.MAX_VALUE ? least + " or more" : "from " + least + " to " + most;
      throw BenchException.usage(option + " " + value + ": must be " + limit);
    }
  }

  /** Refuses to compare nothing, or something with itself. */
  protected static void requireDistinct(List<?> arms) throws BenchException {
    if (arms.isEmpty() || arms.stream().distinct().count() < arms.size()) {
      throw BenchException.usage("--arms " + arms + ": each arm once");
    }
  }

  protected PrintWriter err() {
    return spec.commandLine().getErr();
  }

  /** Its name on the command line. */
  protected String name() {
    return spec.name();
  }

  /** The project's files. */
  protected static Home home() throws BenchException {
    return Home.fromEnvironment();
  }

  /**
   * Starts a new run in a directory of its own.
   *
   * @throws BenchException when its clusters would not fit into the memory; then nothing is there
   */
  protected RunDirectory begin(RunOptions options) throws IOException, InterruptedException {
    Path log = Files.createTempFile("hpc-reuse-bench", ".log");
    try {
      MachineRoom.require(options, new HpcReuse(home().file("bin/hpc-reuse"), log));
    } finally {
      Files.delete(log);
    }
    return begin(options, home().file("results/runs"));
  }

  /** Starts a new run in a directory below {@code runs}, whether its clusters fit or not. */
  protected RunDirectory begin(RunOptions options, Path runs)
      throws IOException, InterruptedException {
    String name = options.bench() + "-" + LocalDateTime.now(ZoneId.systemDefault()).format(STAMP);
    RunDirectory directory = new RunDirectory(runs.resolve(name));
    String now =
        ZonedDateTime.now(ZoneId.systemDefault()).format(DateTimeFormatter.ISO_OFFSET_DATE_TIME);
    directory.append(new Entry.Header(Entry.FORMAT, now, Host.local(home().dir()), options));
    Files.createDirectories(directory.logs());
    return directory;
  }

  /** The directory of a run that goes on. */
  protected static RunDirectory resumed(Path run) {
    return new RunDirectory(run.toAbsolutePath().normalize());
  }

  /** The command line, with its output among a run's logs. */
  protected static HpcReuse command(RunDirectory directory) throws BenchException {
    return new HpcReuse(home().file("bin/hpc-reuse"), directory.logs().resolve("commands.log"));
  }

  /** Where the directories of a run's clusters go. */
  protected Path clustersOf(RunDirectory directory) throws BenchException {
    return dir == null
        ? home().file(".hpc-reuse").resolve(directory.dir().getFileName())
        : dir.toAbsolutePath();
  }

  /** Takes the samples of workloads that are missing. */
  protected void measure(
      RunDirectory directory, RunOptions options, List<Workload> workloads, SlotWatch watch)
      throws IOException, InterruptedException {
    Files.createDirectories(directory.logs());
    int steps = Runner.steps(options, workloads.size());
    try (Progress progress = new Progress(err(), options.bench(), steps)) {
      Runner runner = new Runner(directory, options, workloads, watch, progress);
      if (!runner.hasWork()) {
        return;
      }
      try (Clusters clusters = new Clusters(clustersOf(directory), command(directory), progress)) {
        runner.run(clusters);
        clusters.markGood();
      }
    }
  }

  /**
   * Starts a cluster, does something with it and stops it. Shows a step for the start and one for
   * the stop.
   */
  protected void withCluster(
      Arm arm, RunDirectory directory, RunOptions options, Progress progress, Work work)
      throws IOException, InterruptedException {
    try (Clusters clusters = new Clusters(clustersOf(directory), command(directory), progress)) {
      work.on(clusters.start(arm, options, directory));
      progress.begin("stop the cluster");
      clusters.markGood();
    }
  }

  /**
   * Makes the summary of a run and prints it; with plots when there are some of its kind.
   *
   * @return 0 when all in it is as it must be
   */
  protected int report(RunDirectory directory, boolean plots)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                home().file("benchmarks/report/report.sh").toString(),
                directory.dir().toString(),
                plots ? "--with-plots" : "--without-plots")
            .inheritIO()
            .start();
    return process.waitFor();
  }
}
