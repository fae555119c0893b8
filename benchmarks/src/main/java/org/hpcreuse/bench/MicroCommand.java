/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.hpcreuse.bench.Entry.RunOptions;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Commands;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hpc-reuse bench micro}: JMH runs the benchmarks of the module microbenchmarks. */
@Command(
    name = "micro",
    mixinStandardHelpOptions = true,
    description = {
      "Measure single operations of a launch with JMH. No cluster is started.",
      "JMH's own result and log, and a summary, go to results/runs/micro-TIME."
    })
final class MicroCommand implements Callable<Integer> {
  /** Five seconds to warm up and five of measurement. */
  private static final String JMH =
      "org.openjdk.jmh.Main -wi 5 -w 1s -i 5 -r 1s -foe true -rf json";

  private static final Duration LIMIT = Duration.ofHours(4);

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

  @Override
  public Integer call() throws IOException, InterruptedException {
    RunCommand.requireRange("--forks", forks, 1, Integer.MAX_VALUE);
    Home home = Home.fromEnvironment();
    RunOptions options = new RunOptions("micro", forks, List.of(), 1, 0, List.of(), 1, List.of());
    RunDirectory run = RunDirectory.begin(home.file("results/runs"), home.dir(), options);
    Path result = run.dir().resolve("jmh.json");
    Path log = run.dir().resolve("jmh.log");
    Path target = home.file("microbenchmarks/target");
    List<String> line = new ArrayList<>();
    line.add(System.getProperty("java.home") + "/bin/java");
    line.addAll(List.of("-XX:+UseSerialGC", "-cp"));
    line.add(target + "/microbenchmarks.jar:" + target + "/lib/*:" + home.file("build/lib") + "/*");
    line.addAll(List.of(JMH.split(" ", -1)));
    line.addAll(List.of("-rff", result.toString(), "-o", log.toString()));
    line.addAll(List.of("-f", Integer.toString(forks)));
    line.addAll(patterns);
    try {
      RunCommand.commands(run)
          .program(line, Map.of(), LIMIT, jmh -> Commands.utf8(jmh.getInputStream()));
    } catch (BenchException e) {
      throw e.getMessage().contains("No matching benchmarks")
          ? BenchException.usage("no benchmark matches " + patterns)
          : e;
    }
    for (JsonNode benchmark : new ObjectMapper().readTree(result.toFile())) {
      JsonNode metric = benchmark.path("primaryMetric");
      List<Double> micros = new ArrayList<>();
      metric.path("rawData").forEach(jvm -> jvm.forEach(each -> micros.add(each.asDouble())));
      double mean = metric.path("score").asDouble();
      double error = metric.path("scoreError").asDouble();
      run.append(new Entry.Micro(benchmark.path("benchmark").asText(), mean, error, micros));
    }
    return RunCommand.report(run, false);
  }
}
