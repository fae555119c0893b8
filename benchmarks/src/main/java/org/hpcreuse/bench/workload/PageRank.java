/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.workload;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;

/** Our own iterative PageRank: a chain of jobs from one driver, or a gang. */
public final class PageRank implements Workload {
  private static final String MPI_CLASS = "org.hpcreuse.workload.pagerank.mpi.MpiPageRank";

  private final Path jar;
  private final Path mpiJar;
  private final Path graph;
  private final int iterations;

  /**
   * Names the work.
   *
   * @param jar pagerank.jar
   * @param mpiJar pagerank-mpi.jar, for gangs
   * @param graph edge list, a local file
   * @param iterations fixed number of iterations, one job each
   */
  public PageRank(Path jar, Path mpiJar, Path graph, int iterations) {
    this.jar = jar;
    this.mpiJar = mpiJar;
    this.graph = graph;
    this.iterations = iterations;
  }

  @Override
  public String name() {
    return "pagerank-" + iterations;
  }

  @Override
  public void prepare(Cluster cluster) throws IOException, BenchException, InterruptedException {
    new Hdfs(cluster).put(input(), graph);
  }

  @Override
  public void run(Cluster cluster, String label)
      throws IOException, BenchException, InterruptedException {
    String times = Integer.toString(iterations);
    if (cluster.arm() == Arm.GANG) {
      Gang.run(cluster, mpiJar, MPI_CLASS, input(), output(label), times);
    } else {
      cluster.hadoop(cluster.job(jar, input(), output(label), "--iterations", times));
    }
  }

  @Override
  public Map<String, String> collect(Cluster cluster, String label, Path directory)
      throws IOException, BenchException, InterruptedException {
    String file = "ranks-" + cluster.arm() + "-" + label + ".tsv";
    Hdfs hdfs = new Hdfs(cluster);
    hdfs.fetch(Hdfs.parts(output(label)), directory.resolve(file));
    hdfs.remove(output(label));
    return Map.of("ranks", "file:" + file);
  }

  private static String input() {
    return Hdfs.path("pagerank-in");
  }

  private static String output(String label) {
    return Hdfs.path("pagerank-out-" + label);
  }
}
