/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.workload;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.workload.input.DataSize;
import org.hpcreuse.protocol.ExitCodes;

/** The examples' terasort and teravalidate over rows made once by teragen. */
public final class TeraSort implements Workload {
  private static final int ROW_BYTES = 100;
  private static final long FILE_BYTES = 32L << 20;
  private static final int REDUCES = 2;

  private final DataSize size;

  /** Sorts so many bytes of rows of 100 bytes. */
  public TeraSort(DataSize size) {
    this.size = size;
  }

  @Override
  public String name() {
    return "terasort-" + size;
  }

  /** By the client itself: containers that nobody times would only take time. */
  @Override
  public void prepare(Cluster cluster) throws IOException, BenchException, InterruptedException {
    cluster.hadoop(
        "examples",
        "teragen",
        "-Dmapreduce.framework.name=local",
        "-Dmapreduce.job.maps=" + maps(),
        Long.toString(size.bytes() / ROW_BYTES),
        path("in"));
  }

  @Override
  public void run(Cluster cluster, String label)
      throws IOException, BenchException, InterruptedException {
    cluster.hadoop(
        cluster.example(
            "terasort", "-Dmapreduce.job.reduces=" + REDUCES, path("in"), path("out-" + label)));
    cluster.hadoop(cluster.example("teravalidate", path("out-" + label), path("report-" + label)));
  }

  @Override
  public Map<String, String> collect(Cluster cluster, String label, Path directory)
      throws IOException, BenchException, InterruptedException {
    Hdfs hdfs = new Hdfs(cluster);
    String report = validated(hdfs.text(path("report-" + label)).strip());
    String digest = hdfs.digest(path("out-" + label));
    hdfs.remove(path("out-" + label), path("report-" + label));
    return Map.of("teravalidate", report, "sha256", digest);
  }

  /** The example ends well also when rows are out of order; its report then has more lines. */
  static String validated(String report) throws BenchException {
    if (!report.matches("checksum\t[0-9a-f]+")) {
      throw new BenchException(ExitCodes.FAILED, "teravalidate: " + report);
    }
    return report;
  }

  /** Teragen makes a file a map, and terasort has a map a file that is no larger than a block. */
  private long maps() {
    return Math.max(2, size.bytes() / FILE_BYTES);
  }

  private String path(String name) {
    return Hdfs.path(name() + "/" + name);
  }
}
