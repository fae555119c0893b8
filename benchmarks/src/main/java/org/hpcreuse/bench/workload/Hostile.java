/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.workload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.hpcreuse.bench.cluster.Cluster;

/**
 * A job whose one task spoils its JVM and halts: it succeeds when that job has failed.
 *
 * @param directory local directory to make the input in
 * @param jar the jar of the job
 */
public record Hostile(Path directory, Path jar) implements Workload {
  private static final String INPUT = Hdfs.path("hostile-in");

  @Override
  public String name() {
    return "hostile";
  }

  @Override
  public void prepare(Cluster cluster) throws IOException, InterruptedException {
    Files.createDirectories(directory);
    Path file = Files.writeString(directory.resolve("hostile.txt"), "one line\n");
    new Hdfs(cluster).put(INPUT, file);
  }

  @Override
  public void run(Cluster cluster, String label) throws IOException, InterruptedException {
    cluster.hadoop(jar.toString(), INPUT);
  }

  @Override
  public Map<String, String> collect(Cluster cluster, String label, Path results) {
    return Map.of();
  }
}
