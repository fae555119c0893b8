/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.workload;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;

/** An MPI program that uses Hadoop's files, as a gang. */
final class Gang {
  /** One less than a cluster of the default size has slots: the gang's master is one. */
  private static final String RANKS = "3";

  private Gang() {}

  /** Runs it to its end. */
  static void run(Cluster cluster, Path jar, String mainClass, String... arguments)
      throws IOException, BenchException, InterruptedException {
    List<String> words =
        new ArrayList<>(
            List.of("-n", RANKS, "--hadoop", "--class-path", jar.toString(), mainClass));
    words.addAll(List.of(arguments));
    cluster.mpi(in -> in.readAllBytes().length, words.toArray(String[]::new));
  }
}
