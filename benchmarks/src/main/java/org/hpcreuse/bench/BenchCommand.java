/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.hpcreuse.bench.Entry.RunOptions;
import org.hpcreuse.bench.RunCommand.SampleOptions;
import org.hpcreuse.bench.RunCommand.UpArguments;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.workload.MapReduceJobs;
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
      names = "--arms",
      split = ",",
      paramLabel = "ARM",
      description =
          "What to compare: fork, reuse (default: both, for idle reuse, for classes also kept, for"
              + " kmeans also gang, for spark, tez and flink fork, fork-tuned and kept),"
              + " fork-stock, fork-tuned, spawn, kept, full, single-use, uber, reuse-uber (these"
              + " two for pi and wordcount), gang (for pagerank and kmeans).")
  List<Arm> arms;

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

  @Mixin SampleOptions taken;
  @Mixin UpArguments up;

  @Option(
      names = "--resume",
      paramLabel = "RUN",
      description = "Go on with the run in this directory; its options are kept.")
  Path resume;

  @Override
  public Integer call() throws IOException, InterruptedException {
    return takeSamples(resume == null ? begin(options()) : resumed(resume));
  }

  /** Refuses what would fail only when the clusters are up. */
  private RunOptions options() throws BenchException {
    if (name == null || name.hasOwnCommand()) {
      throw BenchException.usage("bench needs " + NAMES + ", idle or --resume RUN");
    }
    taken.check();
    requireRange("--iterations", iterations, 1, Integer.MAX_VALUE);
    List<String> wanted = new ArrayList<>(sizes == null ? name.sizes() : sizes);
    wanted.replaceAll(size -> size.toLowerCase(Locale.ROOT));
    wanted.forEach(MapReduceJobs::bytes);
    List<Arm> compared = arms == null ? name.arms() : arms;
    check(compared);
    List<String> words = up.after(name.upOptions());
    return new RunOptions(
        name.toString(),
        taken.samples,
        compared,
        taken.seed,
        taken.heartbeatMs,
        wanted,
        iterations,
        words);
  }

  private void check(List<Arm> compared) throws BenchException {
    requireDistinct(compared);
    String arms = "--arms " + compared + ": ";
    if (compared.stream().anyMatch(Arm::isUber)
        && !Set.of(Benchmark.PI, Benchmark.WORDCOUNT).contains(name)) {
      throw BenchException.usage(arms + "uber arms are for pi and wordcount alone");
    }
    if (compared.contains(Arm.GANG)
        && !Set.of(Benchmark.PAGERANK, Benchmark.KMEANS).contains(name)) {
      throw BenchException.usage(arms + "gang is for pagerank and kmeans alone");
    }
    if (name.isFramework() && !FRAMEWORKS.containsAll(compared)) {
      throw BenchException.usage(arms + "spark, tez and flink have " + FRAMEWORKS + " alone");
    }
    if (name == Benchmark.IDLE
        && !compared.stream().allMatch(arm -> arm == arm.host() && arm.hasPool())) {
      throw BenchException.usage(arms + "idle measures clusters with a pool");
    }
  }
}
