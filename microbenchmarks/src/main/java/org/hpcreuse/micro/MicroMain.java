/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.micro;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.hpcreuse.bench.cluster.Host;
import org.hpcreuse.protocol.ExitCodes;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.util.Statistics;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hpc-reuse bench micro}. */
@Command(
    name = "hpc-reuse bench micro",
    mixinStandardHelpOptions = true,
    description = {
      "Measure single operations of a launch with JMH. No cluster is started.",
      "JMH's own result and log, and a summary, go to results/runs/micro-TIME."
    })
public final class MicroMain implements Callable<Integer> {
  private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");
  private static final int ITERATIONS = 5;
  private static final TimeValue ITERATION = TimeValue.seconds(1);

  @Spec CommandSpec spec;

  @Parameters(
      paramLabel = "PATTERN",
      arity = "0..*",
      description = "Only benchmarks whose name a regular expression matches.")
  List<String> patterns = List.of();

  @Option(
      names = "--forks",
      paramLabel = "N",
      description = "JVMs for each benchmark (default: ${DEFAULT-VALUE}).")
  int forks = 3;

  /** Ends the JVM with one of {@link ExitCodes}. */
  public static void main(String[] words) {
    System.exit(new CommandLine(new MicroMain()).execute(words));
  }

  @Override
  public Integer call() throws IOException, InterruptedException, RunnerException {
    if (forks < 1) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "--forks " + forks + ": must be 1 or more");
    }
    HadoopJars.fromEnvironment();
    Path home = Path.of(System.getenv("HPC_REUSE_HOME"));
    Path directory = newDirectory(home);
    Collection<RunResult> results = new Runner(options(directory).build()).run();
    if (results.isEmpty()) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "no benchmark matches " + patterns);
    }
    String summary = new MicroSummary(Instant.now(), Host.local(home), forks, results).toString();
    Files.writeString(directory.resolve("summary.md"), summary);
    PrintWriter out = spec.commandLine().getOut();
    out.print(summary);
    out.flush();
    spec.commandLine().getErr().println("samples and summary: " + directory);
    return ExitCodes.OK;
  }

  private static Path newDirectory(Path home) throws IOException {
    String name = "micro-" + LocalDateTime.now(ZoneId.systemDefault()).format(STAMP);
    return Files.createDirectories(home.resolve("results/runs").resolve(name));
  }

  private ChainedOptionsBuilder options(Path directory) {
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .forks(forks)
            .warmupIterations(ITERATIONS)
            .warmupTime(ITERATION)
            .measurementIterations(ITERATIONS)
            .measurementTime(ITERATION)
            .shouldFailOnError(true)
            .resultFormat(ResultFormatType.JSON)
            .result(directory.resolve("jmh.json").toString())
            .output(directory.resolve("jmh.log").toString());
    for (String pattern : patterns.isEmpty() ? List.of(".*") : patterns) {
      options.include(pattern);
    }
    return options;
  }

  /** The table of a run of microbenchmarks: the mean with JMH's 99.9 % interval, by operation. */
  private static final class MicroSummary {
    private final Instant at;
    private final Host host;
    private final int forks;
    private final Collection<RunResult> results;

    MicroSummary(Instant at, Host host, int forks, Collection<RunResult> results) {
      this.at = at;
      this.host = host;
      this.forks = forks;
      this.results = results;
    }

    @Override
    public String toString() {
      Table table = new Table(2, "benchmark", "operation", "n", "mean", "± 99.9 %", "min", "max");
      for (RunResult run : results) {
        Result<?> result = run.getPrimaryResult();
        String name = run.getParams().getBenchmark();
        int method = name.lastIndexOf('.');
        Statistics times = result.getStatistics();
        table.add(
            name.substring(name.lastIndexOf('.', method - 1) + 1, method),
            name.substring(method + 1),
            String.valueOf(times.getN()),
            number(result.getScore()),
            number(result.getScoreError()),
            number(times.getMin()),
            number(times.getMax()));
      }
      return String.format(
          "# micro%n%n- %s, commit %s; %s, %d processors, %d MiB; %s; %s%n- JMH, %d JVMs each%n%n"
              + "Microseconds an operation; n iterations of a second each.%n%n%s",
          at,
          host.commit(),
          host.cpu(),
          host.cpus(),
          host.memoryMb(),
          host.kernel(),
          host.jdk(),
          forks,
          table);
    }

    private static String number(double value) {
      return String.format(Locale.ROOT, "%.3f", value);
    }
  }
}
