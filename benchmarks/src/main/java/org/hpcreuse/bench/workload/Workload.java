/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.workload;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.hpcreuse.bench.cluster.Cluster;

/** One thing to run and time in every arm. */
public interface Workload {

  /** Its name in samples and tables; unique within a run. */
  String name();

  /** Whether the options of an arm, as MapReduce jobs take them, are options of this. */
  default boolean takesJobOptions() {
    return true;
  }

  /** Puts the input into a cluster, once. Not timed. */
  void prepare(Cluster cluster) throws IOException, InterruptedException;

  /**
   * Runs it once; this is what is timed.
   *
   * @param label a name for this run's files, unique in the cluster
   */
  void run(Cluster cluster, String label) throws IOException, InterruptedException;

  /**
   * Reads what a run has written, then removes it: the digest of its {@link #output}, unless a
   * workload says otherwise. Not timed.
   *
   * @param directory for files that are kept
   * @return names and values that must be the same in all arms; a value that begins with {@code
   *     file:} names a file in the directory, to be compared by its numbers
   */
  default Map<String, String> collect(Cluster cluster, String label, Path directory)
      throws IOException, InterruptedException {
    Hdfs hdfs = new Hdfs(cluster);
    String digest = hdfs.digest(output(label));
    hdfs.remove(output(label));
    return Map.of("sha256", digest);
  }

  /** Where a run writes to in HDFS. */
  default String output(String label) {
    return Hdfs.path(name() + "-out-" + label);
  }
}
