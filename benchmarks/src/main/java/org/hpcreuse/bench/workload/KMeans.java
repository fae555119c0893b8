/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.workload;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.Cluster;

/**
 * K-means: a chain of MapReduce jobs that read all points in each iteration, or one gang whose
 * ranks keep their points.
 *
 * @param jar kmeans.jar
 * @param points how many, in place of bytes
 * @param iterations fixed number of iterations
 * @param seed of the points
 */
public record KMeans(Path jar, DataSize points, int iterations, long seed) implements Workload {
  private static final String PACKAGE = "org.hpcreuse.workload.kmeans";
  private static final String CLUSTERS = "10";

  /** As many maps of a job. */
  private static final String FILES = "3";

  @Override
  public String name() {
    return "kmeans-" + points;
  }

  @Override
  public void prepare(Cluster cluster) throws IOException, InterruptedException {
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
  public void run(Cluster cluster, String label) throws IOException, InterruptedException {
    String[] arguments = {input(), output(label), CLUSTERS, Integer.toString(iterations)};
    if (cluster.arm() == Arm.GANG) {
      PageRank.runGang(cluster, jar, PACKAGE + ".mpi.MpiKMeans", arguments);
    } else {
      cluster.hadoop(cluster.job(jar, arguments));
    }
  }

  @Override
  public Map<String, String> collect(Cluster cluster, String label, Path directory)
      throws IOException, InterruptedException {
    String file = name() + "-" + label + ".tsv";
    String centres = output(label) + "/centres";
    return Map.of("centres", new Hdfs(cluster).fetch(centres, directory, file, output(label)));
  }

  private String input() {
    return Hdfs.path(name() + "-in");
  }
}
