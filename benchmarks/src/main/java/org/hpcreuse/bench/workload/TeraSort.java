/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.workload;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;

/**
 * The examples' terasort and teravalidate over rows made once by teragen.
 *
 * @param size of all rows, which have 100 bytes each
 */
public record TeraSort(DataSize size) implements Workload {
  private static final int ROW_BYTES = 100;
  private static final long FILE_BYTES = 32L << 20;
  private static final String REDUCES = "-Dmapreduce.job.reduces=2";

  @Override
  public String name() {
    return "terasort-" + size;
  }

  /**
   * By the client itself: containers that nobody times would only take time. Teragen makes a file a
   * map, and terasort has a map a file that is no larger than a block.
   */
  @Override
  public void prepare(Cluster cluster) throws IOException, InterruptedException {
    cluster.hadoop(
        "examples",
        "teragen",
        "-Dmapreduce.framework.name=local",
        "-Dmapreduce.job.maps=" + Math.max(2, size.bytes() / FILE_BYTES),
        Long.toString(size.bytes() / ROW_BYTES),
        path("in"));
  }

  @Override
  public void run(Cluster cluster, String label) throws IOException, InterruptedException {
    String output = path("out-" + label);
    cluster.hadoop(cluster.example("terasort", REDUCES, path("in"), output));
    cluster.hadoop(cluster.example("teravalidate", output, path("report-" + label)));
  }

  @Override
  public Map<String, String> collect(Cluster cluster, String label, Path directory)
      throws IOException, InterruptedException {
    Hdfs hdfs = new Hdfs(cluster);
    String report = validated(hdfs.text(path("report-" + label)).strip());
    String digest = hdfs.digest(path("out-" + label));
    hdfs.remove(path("out-" + label), path("report-" + label));
    return Map.of("teravalidate", report, "sha256", digest);
  }

  /** The example ends well also when rows are out of order; its report then has more lines. */
  static String validated(String report) throws BenchException {
    if (!report.matches("checksum\t[0-9a-f]+")) {
      throw BenchException.failed("teravalidate: " + report);
    }
    return report;
  }

  private String path(String name) {
    return Hdfs.path(name() + "/" + name);
  }
}
