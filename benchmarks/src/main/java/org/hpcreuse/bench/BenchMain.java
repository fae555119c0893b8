/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.report.Report;
import org.hpcreuse.bench.samples.RunDirectory;
import org.hpcreuse.bench.samples.RunOptions;
import org.hpcreuse.bench.tuning.ForkTuning;
import org.hpcreuse.bench.workload.input.DataSize;
import org.hpcreuse.protocol.ExitCodes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hpc-reuse bench}: exit status 0 when all samples are taken and all outputs equal. */
@Command(
    name = "hpc-reuse bench",
    mixinStandardHelpOptions = true,
    description = {
      "Measure fork and reuse on clusters side by side, samples interleaved.",
      "Raw samples, a summary and plots go to results/runs/NAME-TIME."
    })
public final class BenchMain implements Callable<Integer> {
  /** The others are options of MapReduce jobs. */
  private static final List<Arm> FRAMEWORKS =
      List.of(Arm.FORK, Arm.FORK_TUNED, Arm.REUSE, Arm.KEPT, Arm.FULL, Arm.SINGLE_USE);

  @Spec CommandSpec spec;

  @Parameters(
      paramLabel = "NAME",
      arity = "0..1",
      description =
          "launch, release, pi, cpu, wordcount, classes, terasort, pagerank, kmeans, spark, tez,"
              + " flink or idle")
  BenchName name;

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

  @Option(
      names = "--up-arg",
      paramLabel = "WORD",
      description = "A further word for «hpc-reuse up», for every arm; repeatable.")
  List<String> upOptions = List.of();

  @Option(
      names = "--dir",
      paramLabel = "D",
      description = "Where the clusters' directories go (default: .hpc-reuse/NAME-TIME).")
  Path dir;

  @Option(
      names = "--resume",
      paramLabel = "RUN",
      description = "Go on with the run in this directory; its options are kept.")
  Path resume;

  /** Ends the JVM with one of {@link ExitCodes}. */
  public static void main(String[] words) {
    System.exit(Failures.execute(new BenchMain(), words));
  }

  @Override
  public Integer call() throws Exception {
    RunOptions options = resume == null ? options() : resumedOptions();
    Session session = new Session(Home.fromEnvironment(), spec.commandLine().getErr());
    RunDirectory directory = resume == null ? session.begin(options) : resumed();
    Report report = session.run(directory, options, dir);
    String summary = report.full();
    PrintWriter out = spec.commandLine().getOut();
    out.print(summary);
    out.flush();
    session.finish(directory, summary);
    return report.outputsEqual() ? ExitCodes.OK : ExitCodes.FAILED;
  }

  private RunOptions resumedOptions() throws IOException, BenchException {
    RunOptions options = Session.resume(resumed());
    if (BenchName.of(options).map(BenchName::hasOwnCommand).orElse(true)) {
      throw new BenchException(
          ExitCodes.USAGE,
          resume + " is a run of «bench " + BenchName.command(options) + "»: resume it there");
    }
    return options;
  }

  private RunDirectory resumed() {
    return new RunDirectory(resume.toAbsolutePath().normalize());
  }

  /** Refuses what would fail only when the clusters are up. */
  private RunOptions options() throws BenchException, IOException {
    if (name == null || name.hasOwnCommand()) {
      throw new BenchException(
          ExitCodes.USAGE,
          "bench needs launch, release, pi, cpu, wordcount, classes, terasort, pagerank, kmeans,"
              + " spark, tez, flink, idle or --resume RUN");
    }
    requirePositive("--samples", samples);
    requirePositive("--heartbeat-ms", heartbeatMs);
    requirePositive("--iterations", iterations);
    List<String> wanted = sizes == null ? name.sizes() : sizes;
    wanted.forEach(DataSize::parse);
    List<Arm> compared = arms == null ? name.arms() : arms;
    check(compared);
    return new RunOptions(
        name.words(),
        samples,
        compared,
        seed,
        heartbeatMs,
        wanted,
        iterations,
        name.with(upOptions));
  }

  private void check(List<Arm> compared) throws BenchException, IOException {
    if (compared.isEmpty() || compared.stream().distinct().count() < compared.size()) {
      throw new BenchException(ExitCodes.USAGE, "--arms " + compared + ": each arm once");
    }
    boolean uber = compared.stream().anyMatch(Arm::isUber);
    if (uber && name != BenchName.PI && name != BenchName.WORDCOUNT) {
      throw new BenchException(
          ExitCodes.USAGE, "--arms " + compared + ": uber arms are for pi and wordcount alone");
    }
    if (compared.contains(Arm.GANG) && name != BenchName.PAGERANK && name != BenchName.KMEANS) {
      throw new BenchException(
          ExitCodes.USAGE, "--arms " + compared + ": gang is for pagerank and kmeans alone");
    }
    if (name.isFramework() && !FRAMEWORKS.containsAll(compared)) {
      throw new BenchException(
          ExitCodes.USAGE, "--arms " + compared + ": spark and tez have " + FRAMEWORKS + " alone");
    }
    if (name == BenchName.IDLE
        && !compared.stream().allMatch(arm -> arm == arm.host() && arm.hasPool())) {
      throw new BenchException(
          ExitCodes.USAGE, "--arms " + compared + ": idle measures clusters with a pool");
    }
    for (Arm arm : compared) {
      ForkTuning.check(arm);
    }
  }

  private static void requirePositive(String option, int value) throws BenchException {
    if (value < 1) {
      throw new BenchException(ExitCodes.USAGE, option + " " + value + ": must be 1 or more");
    }
  }
}
