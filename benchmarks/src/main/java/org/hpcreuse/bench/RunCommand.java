/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.hpcreuse.bench.Entry.RunOptions;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.cluster.Commands;
import org.hpcreuse.bench.workload.Workload;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A measurement, from options to a report: what all of them have in common. */
abstract class RunCommand implements Callable<Integer> {
  @Spec CommandSpec spec;

  @Option(
      names = "--dir",
      paramLabel = "D",
      description = "Where the clusters' directories go (default: .hpc-reuse/NAME-TIME).")
  Path dir;

  /** Further words for {@code hpc-reuse up}; a mixin of the commands that take some. */
  static final class UpArguments {
    @Option(
        names = "--up-arg",
        paramLabel = "WORD",
        description = "A further word for «hpc-reuse up», for every arm; repeatable.")
    List<String> words = List.of();

    /**
     * Words for {@code up}: options that a benchmark needs and the user does not give, each with
     * its value, and after them the user's. {@code up} rejects an option that comes twice.
     */
    List<String> after(String own) {
      List<String> all = new ArrayList<>();
      List<String> options = own.isEmpty() ? List.of() : List.of(own.split(" ", -1));
      for (int i = 0; i < options.size(); i += 2) {
        String option = options.get(i);
        boolean given =
            words.stream().anyMatch(word -> word.equals(option) || word.startsWith(option + "="));
        if (!given || option.equals("--conf")) {
          all.addAll(options.subList(i, i + 2));
        }
      }
      all.addAll(words);
      return all;
    }
  }

  /** Of samples in several arms, which take turns; a mixin of the commands that take such. */
  static final class SampleOptions {
    @Option(
        names = "--samples",
        paramLabel = "N",
        description = "Samples an arm (default: ${DEFAULT-VALUE}).")
    int samples = 5;

    @Option(
        names = "--seed",
        paramLabel = "S",
        description = "Of the arms' order and of made-up input (default: ${DEFAULT-VALUE}).")
    long seed = 1;

    @Option(
        names = "--heartbeat-ms",
        paramLabel = "H",
        description = "NodeManager and AM heartbeats (default: ${DEFAULT-VALUE}).")
    int heartbeatMs = 1000;

    void check() throws BenchException {
      requireRange("--samples", samples, 1, Integer.MAX_VALUE);
      requireRange("--heartbeat-ms", heartbeatMs, 1, Integer.MAX_VALUE);
    }
  }

  /** What is done with a cluster that is up. */
  @FunctionalInterface
  interface Work {
    void on(Cluster cluster, RunDirectory run, Progress progress)
        throws IOException, InterruptedException;
  }

  /** Refuses a number that is out of range. */
  static void requireRange(String option, int value, int least, int most) throws BenchException {
    if (value < least || value > most) {
      String limit =
          most == Integer.MAX_VALUE ? least + " or more" : "from " + least + " to " + most;
      throw BenchException.usage(option + " " + value + ": must be " + limit);
    }
  }

  /** Refuses to compare nothing, or something with itself. */
  static void requireDistinct(List<?> arms) throws BenchException {
    if (arms.isEmpty() || arms.stream().distinct().count() < arms.size()) {
      throw BenchException.usage("--arms " + arms + ": each arm once");
    }
  }

  PrintWriter err() {
    return spec.commandLine().getErr();
  }

  /** The project's files. */
  static Home home() throws BenchException {
    return Home.fromEnvironment();
  }

  /**
   * Starts a new run in a directory of its own.
   *
   * @throws BenchException when its clusters would not fit into the memory; then nothing is there
   */
  RunDirectory begin(RunOptions options) throws IOException, InterruptedException {
    return begin(options, List.of(options));
  }

  /**
   * The same when not all clusters are up at a time.
   *
   * @param together the clusters of each are up side by side
   */
  static RunDirectory begin(RunOptions options, List<RunOptions> together)
      throws IOException, InterruptedException {
    Path log = Files.createTempFile("hpc-reuse-bench", ".log");
    try {
      for (RunOptions sideBySide : together) {
        Clusters.requireRoom(sideBySide, home().commands(log));
      }
    } finally {
      Files.delete(log);
    }
    return RunDirectory.begin(home().file("results/runs"), home().dir(), options);
  }

  /** A run that goes on; refuses that of another command. */
  RunDirectory resumed(Path directory) throws IOException {
    RunDirectory run = new RunDirectory(directory.toAbsolutePath().normalize());
    String bench = run.options().bench();
    String command = Benchmark.commandOf(bench);
    if (!command.equals(spec.name())) {
      String name = command.equals("bench") ? bench : command;
      throw BenchException.usage(directory + " is a run of «bench " + name + "»: resume it there");
    }
    Files.createDirectories(run.logs());
    return run;
  }

  /** The command line, with its output among a run's logs. */
  static Commands commands(RunDirectory run) throws BenchException {
    return home().commands(run.logs().resolve("commands.log"));
  }

  /** Where the directories of a run's clusters go. */
  Path clustersOf(RunDirectory run) throws BenchException {
    return dir == null
        ? home().file(".hpc-reuse").resolve(run.dir().getFileName())
        : dir.toAbsolutePath();
  }

  /** Takes the samples that are missing in a run of a {@link Benchmark}, and reports. */
  int takeSamples(RunDirectory run) throws IOException, InterruptedException {
    RunOptions options = run.options();
    Benchmark bench = Benchmark.of(options.bench()).orElseThrow();
    List<Workload> workloads = bench.workloads(home(), options, run, err()::println);
    SlotWatch watch = bench.watch(options);
    if (bench.hasForkedOutput()) {
      measure(run, options.with(Arm.FORK, 1), workloads, watch);
    }
    measure(run, options, workloads, watch);
    return report(run, true);
  }

  private void measure(
      RunDirectory run, RunOptions options, List<Workload> workloads, SlotWatch watch)
      throws IOException, InterruptedException {
    int steps = Runner.steps(options, workloads.size());
    try (Progress progress = new Progress(err(), options.bench(), steps)) {
      Runner runner = new Runner(run, options, workloads, watch, progress);
      if (runner.hasWork()) {
        try (Clusters clusters = new Clusters(clustersOf(run), commands(run), progress)) {
          runner.run(clusters);
          clusters.markGood();
        }
      }
    }
  }

  /**
   * Makes a run of one cluster: starts it, does something with it and stops it; reports in every
   * case, so that it is known what was seen until then.
   *
   * @param steps how many the work shows, beside the start and the stop
   */
  int withCluster(RunOptions options, int steps, boolean plots, Work work)
      throws IOException, InterruptedException {
    RunDirectory run = begin(options);
    Arm arm = options.arms().get(0);
    int status;
    try (Progress progress = new Progress(err(), options.bench(), steps + 2);
        Clusters clusters = new Clusters(clustersOf(run), commands(run), progress)) {
      work.on(clusters.start(arm, options, run), run, progress);
      progress.begin("stop the cluster");
      clusters.markGood();
    } finally {
      status = report(run, plots);
    }
    return status;
  }

  /**
   * Makes the summary of a run and prints it; with plots when there are some of its kind.
   *
   * @return 0 when all in it is as it must be
   */
  static int report(RunDirectory run, boolean plots) throws IOException, InterruptedException {
    String script = home().file("benchmarks/report/report.sh").toString();
    String option = plots ? "--with-plots" : "--without-plots";
    return new ProcessBuilder(script, run.dir().toString(), option).inheritIO().start().waitFor();
  }
}
