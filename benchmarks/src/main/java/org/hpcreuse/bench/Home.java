/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Commands;

/**
 * The project's own files.
 *
 * @param dir the project's directory
 */
record Home(Path dir) {
  private static final String VARIABLE = "HPC_REUSE_HOME";

  /** Of a script that loads what is missing. */
  private static final Duration SCRIPT = Duration.ofMinutes(30);

  /** The directory bin/hpc-reuse has put into the environment. */
  static Home fromEnvironment() throws BenchException {
    String value = System.getenv(VARIABLE);
    if (value == null || !Files.isExecutable(Path.of(value, "bin/hpc-reuse"))) {
      throw BenchException.usage(VARIABLE + " = " + value + ": no bin/hpc-reuse there");
    }
    return new Home(Path.of(value).toAbsolutePath().normalize());
  }

  /** A file by its path in the project. */
  Path file(String path) {
    return dir.resolve(path);
  }

  /** A jar of the build, such as {@code pagerank.jar}. */
  Path jar(String name) {
    return file("build/lib").resolve(name);
  }

  /** Runs programs of the project, one at a time; what they print goes to a log. */
  Commands commands(Path log) {
    return new Commands(file("bin/hpc-reuse"), log);
  }

  /** A small graph for PageRank, which is in the source tree and in packages. */
  Path sampleGraph() {
    return file("workloads/pagerank/graphs/debian-sample.txt");
  }

  /**
   * The graph of the machine's Debian packages, made once, or the sample when apt has no lists.
   *
   * @param run receives the graph
   * @param say receives a line when the sample has to do
   */
  Path debianGraph(RunDirectory run, Consumer<String> say)
      throws IOException, InterruptedException {
    Path graph = run.dir().resolve("input/debian.txt");
    if (Files.notExists(graph)) {
      Files.createDirectories(graph.getParent());
      String script = file("workloads/pagerank/graphs/debian-graph.sh").toString();
      try {
        run(run.logs().resolve("graph.log"), script, "--output", graph.toString());
      } catch (BenchException e) {
        say.accept("using " + sampleGraph() + ", since " + e.getMessage());
        return sampleGraph();
      }
    }
    return graph;
  }

  /**
   * The directory with the jars of a framework that is no part of the build, such as {@code spark}:
   * a script puts them together, which takes minutes the first time.
   *
   * @param logs directory for what the script says
   * @throws IOException when the script fails, or is not there, as in a package
   */
  Path frameworkJars(String name, Path logs) throws IOException, InterruptedException {
    Path script = file("dev/framework.sh");
    if (!Files.isExecutable(script)) {
      throw new IOException("bench " + name + " needs the source tree: no " + script);
    }
    return Path.of(run(logs.resolve("framework.log"), script.toString(), name).strip());
  }

  private String run(Path log, String... line) throws IOException, InterruptedException {
    return commands(log)
        .program(
            List.of(line), Map.of(), SCRIPT, program -> Commands.utf8(program.getInputStream()));
  }
}
