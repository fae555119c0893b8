/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.workload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.Cluster;

/**
 * Our own iterative PageRank: a chain of jobs from one driver, or a gang.
 *
 * @param jars directory with pagerank.jar, and pagerank-mpi.jar for gangs
 * @param graph edge list, a local file
 * @param iterations fixed number of iterations, one job each
 */
public record PageRank(Path jars, Path graph, int iterations) implements Workload {
  private static final String MPI_CLASS = "org.hpcreuse.workload.pagerank.mpi.MpiPageRank";
  private static final String INPUT = Hdfs.path("pagerank-in");

  /** One less than a cluster of the default size has slots: the gang's master is one. */
  private static final String GANG_RANKS = "3";

  /**
   * The graph of the machine's Debian packages, made once, or the sample in the repository when apt
   * has no lists.
   *
   * @param graphs the directory workloads/pagerank/graphs
   * @param file where the graph is made
   * @param log receives what the script says
   * @param say receives a line when the sample has to do
   */
  public static Path debianGraph(Path graphs, Path file, Path log, Consumer<String> say)
      throws IOException, InterruptedException {
    if (Files.exists(file)) {
      return file;
    }
    Files.createDirectories(file.getParent());
    String script = graphs.resolve("debian-graph.sh").toString();
    int status =
        new ProcessBuilder(script, "--output", file.toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start()
            .waitFor();
    if (status == 0) {
      return file;
    }
    Path sample = graphs.resolve("debian-sample.txt");
    say.accept(
        "debian-graph.sh ended with status " + status + " (see " + log + "); using " + sample);
    return sample;
  }

  @Override
  public String name() {
    return "pagerank-" + iterations;
  }

  @Override
  public void prepare(Cluster cluster) throws IOException, InterruptedException {
    new Hdfs(cluster).put(INPUT, graph);
  }

  @Override
  public void run(Cluster cluster, String label) throws IOException, InterruptedException {
    String times = Integer.toString(iterations);
    if (cluster.arm() == Arm.GANG) {
      runGang(cluster, jars.resolve("pagerank-mpi.jar"), MPI_CLASS, INPUT, output(label), times);
    } else {
      Path jar = jars.resolve("pagerank.jar");
      cluster.hadoop(cluster.job(jar, INPUT, output(label), "--iterations", times));
    }
  }

  /** Runs an MPI program that uses Hadoop's files as a gang to its end. */
  static void runGang(Cluster cluster, Path jar, String mainClass, String... arguments)
      throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("-n", GANG_RANKS, "--hadoop", "--class-path"));
    words.addAll(List.of(jar.toString(), mainClass));
    words.addAll(List.of(arguments));
    cluster.mpi(in -> in.readAllBytes().length, words.toArray(String[]::new));
  }

  @Override
  public Map<String, String> collect(Cluster cluster, String label, Path directory)
      throws IOException, InterruptedException {
    String file = "ranks-" + cluster.arm() + "-" + label + ".tsv";
    String parts = Hdfs.parts(output(label));
    return Map.of("ranks", new Hdfs(cluster).fetch(parts, directory, file, output(label)));
  }
}
