/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.fault;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.workload.Workload;

/**
 * A workload as a gang, among others as jobs.
 *
 * @param workload one that can be a gang
 */
public record GangWorkload(Workload workload) implements Workload {
  @Override
  public String name() {
    return workload.name() + "-gang";
  }

  @Override
  public void prepare(Cluster cluster) throws IOException, BenchException, InterruptedException {
    workload.prepare(cluster);
  }

  @Override
  public void run(Cluster cluster, String label)
      throws IOException, BenchException, InterruptedException {
    workload.run(cluster.as(Arm.GANG, List.of()), label);
  }

  @Override
  public Map<String, String> collect(Cluster cluster, String label, Path results)
      throws IOException, BenchException, InterruptedException {
    return workload.collect(cluster, label, results);
  }
}
