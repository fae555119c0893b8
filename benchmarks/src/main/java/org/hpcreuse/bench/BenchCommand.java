/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.run.ForkTuning;
import org.hpcreuse.bench.run.RunCommand;
import org.hpcreuse.bench.run.RunDirectory;
import org.hpcreuse.bench.run.RunOptions;
import org.hpcreuse.bench.workload.DataSize;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hpc-reuse bench NAME}: exit status 0 when all samples are taken and all outputs equal. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    description = {
      "Measure fork and reuse on clusters side by side, samples interleaved.",
      "Raw samples, a summary and plots go to results/runs/NAME-TIME."
    })
final class BenchCommand extends RunCommand {
  private static final String NAMES =
      "launch, release, pi, cpu, wordcount, classes, terasort, pagerank, kmeans, spark, tez, flink";

  /** The others are options of MapReduce jobs. */
  private static final List<Arm> FRAMEWORKS =
      List.of(Arm.FORK, Arm.FORK_TUNED, Arm.REUSE, Arm.KEPT, Arm.FULL, Arm.SINGLE_USE);

  @Parameters(paramLabel = "NAME", arity = "0..1", description = NAMES + " or idle")
  Benchmark name;

  @Option(
      names = "--samples",
      paramLabel = "N",
      description = "Samples an arm (default: ${DEFAULT-VALUE}).")
  int samples = 5;

  @Option(
      names = "--arms",
      split = ",",
      paramLabel = "ARM",
      description =
          "What to compare: fork, reuse (default: both, for idle reuse, for classes also kept, for"
              + " kmeans also gang, for spark, tez and flink fork, fork-tuned and kept), fork-stock,"
              + " fork-tuned, fork-aot, spawn, kept, full, single-use,"
              + " uber, reuse-uber (these two for pi and wordcount), gang (for pagerank and kmeans).")
  List<Arm> arms;

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

  @Option(
      names = "--sizes",
      split = ",",
      paramLabel = "SIZE",
      description =
          "terasort: data sizes, like 16m,128m (default: 128m); kmeans: numbers of points, where k"
              + " is 1024 (default: 40k,320k,2560k).")
  List<String> sizes;

  @Option(
      names = "--iterations",
      paramLabel = "I",
      description = "pagerank, kmeans: iterations (default: ${DEFAULT-VALUE}).")
  int iterations = 8;

  @Mixin UpArguments up;

  @Option(
      names = "--resume",
      paramLabel = "RUN",
      description = "Go on with the run in this directory; its options are kept.")
  Path resume;

  @Override
  public Integer call() throws Exception {
    RunOptions options = resume == null ? options() : resumedOptions();
    RunDirectory directory = resume == null ? begin(options) : resumed(resume);
    Benchmark bench = Benchmark.of(options).orElseThrow();
    measure(
        directory,
        options,
        bench.workloads(home(), options, directory, err()::println),
        bench.watch(options));
    return report(directory, true);
  }

  private RunOptions resumedOptions() throws IOException {
    RunOptions options = resumed(resume).options();
    if (Benchmark.of(options).map(Benchmark::hasOwnCommand).orElse(true)) {
      String command = Benchmark.command(options);
      throw BenchException.usage(resume + " is a run of «bench " + command + "»: resume it there");
    }
    return options;
  }

  /** Refuses what would fail only when the clusters are up. */
  private RunOptions options() throws IOException {
    if (name == null || name.hasOwnCommand()) {
      throw BenchException.usage("bench needs " + NAMES + ", idle or --resume RUN");
    }
    requireRange("--samples", samples, 1, Integer.MAX_VALUE);
    requireRange("--heartbeat-ms", heartbeatMs, 1, Integer.MAX_VALUE);
    requireRange("--iterations", iterations, 1, Integer.MAX_VALUE);
    List<String> wanted = sizes == null ? name.sizes() : sizes;
    wanted.forEach(DataSize::parse);
    List<Arm> compared = arms == null ? name.arms() : arms;
    check(compared);
    return new RunOptions(
        name.toString(),
        samples,
        compared,
        seed,
        heartbeatMs,
        wanted,
        iterations,
        name.upOptions(up.words()));
  }

  private void check(List<Arm> compared) throws IOException {
    requireDistinct(compared);
    if (compared.stream().anyMatch(Arm::isUber)) {
      requireOneOf(compared, "uber arms are for", Benchmark.PI, Benchmark.WORDCOUNT);
    }
    if (compared.contains(Arm.GANG)) {
      requireOneOf(compared, "gang is for", Benchmark.PAGERANK, Benchmark.KMEANS);
    }
    if (name.isFramework() && !FRAMEWORKS.containsAll(compared)) {
      throw BenchException.usage(
          "--arms " + compared + ": spark and tez have " + FRAMEWORKS + " alone");
    }
    if (name == Benchmark.IDLE
        && !compared.stream().allMatch(arm -> arm == arm.host() && arm.hasPool())) {
      throw BenchException.usage("--arms " + compared + ": idle measures clusters with a pool");
    }
    for (Arm arm : compared) {
      ForkTuning.check(arm);
    }
  }

  private void requireOneOf(List<Arm> compared, String what, Benchmark one, Benchmark other)
      throws BenchException {
    if (Stream.of(one, other).noneMatch(bench -> bench == name)) {
      throw BenchException.usage(
          "--arms " + compared + ": " + what + " " + one + " and " + other + " alone");
    }
  }
}
