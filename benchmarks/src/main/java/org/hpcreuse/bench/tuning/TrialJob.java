/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.tuning;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.hpcreuse.bench.cluster.Application;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;

/** A job that has an ApplicationMaster, a map and a reduce, to see what their JVMs load. */
final class TrialJob {
  private TrialJob() {}

  /** Runs it; returns when all its containers have ended. */
  static void run(Cluster cluster, List<String> options)
      throws IOException, BenchException, InterruptedException {
    Set<String> before = cluster.applicationIds();
    Cluster tried = cluster.as(cluster.arm(), options);
    tried.hadoop(tried.example("pi", "1", "10"));
    for (Application application : cluster.endedSince(before)) {
      cluster.containers(application.id());
    }
  }
}
