/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.workload;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.workload.input.DataSize;

/**
 * K-means: a chain of MapReduce jobs that read all points in each iteration, or one gang whose
 * ranks keep their points.
 */
public final class KMeans implements Workload {
  private static final String PACKAGE = "org.hpcreuse.workload.kmeans";
  private static final String CLUSTERS = "10";

  /** As many maps of a job. */
  private static final String FILES = "3";

  private final Path jar;
  private final DataSize points;
  private final int iterations;
  private final long seed;

  /**
   * Names the work.
   *
   * @param jar kmeans.jar
   * @param points how many, in place of bytes
   * @param iterations fixed number of iterations
   * @param seed of the points
   */
  public KMeans(Path jar, DataSize points, int iterations, long seed) {
    this.jar = jar;
    this.points = points;
    this.iterations = iterations;
    this.seed = seed;
  }

  @Override
  public String name() {
    return "kmeans-" + points;
  }

  @Override
  public void prepare(Cluster cluster) throws IOException, BenchException, InterruptedException {
    cluster.hadoop(
        in -> in.readAllBytes().length,
        jar,
        PACKAGE + ".points.GeneratePoints",
        Long.toString(points.bytes()),
        CLUSTERS,
        FILES,
        Long.toString(seed),
        input());
  }

  @Override
  public void run(Cluster cluster, String label)
      throws IOException, BenchException, InterruptedException {
    String[] arguments = {input(), output(label), CLUSTERS, Integer.toString(iterations)};
    if (cluster.arm() == Arm.GANG) {
      Gang.run(cluster, jar, PACKAGE + ".mpi.MpiKMeans", arguments);
    } else {
      cluster.hadoop(cluster.job(jar, arguments));
    }
  }

  @Override
  public Map<String, String> collect(Cluster cluster, String label, Path directory)
      throws IOException, BenchException, InterruptedException {
    String file = name() + "-" + label + ".tsv";
    Hdfs hdfs = new Hdfs(cluster);
    hdfs.fetch(output(label) + "/centres", directory.resolve(file));
    hdfs.remove(output(label));
    return Map.of("centres", "file:" + file);
  }

  private String input() {
    return Hdfs.path(name() + "-in");
  }

  private String output(String label) {
    return Hdfs.path(name() + "-out-" + label);
  }
}
