/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.run;

import java.io.IOException;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.cluster.ProcessorTime;

/**
 * The processor time of one sample: of all processes of its cluster and of its clients, with the
 * releases and garbage collections that follow in the slots. Hadoop's daemons count until the last
 * container has ended, as what they do while slots come to rest has nothing to do with the job.
 */
final class CpuMeter {
  private final Cluster cluster;
  private final ProcessorTime before;

  private CpuMeter(Cluster cluster) throws IOException {
    this.cluster = cluster;
    before = ProcessorTime.now(cluster.dir());
  }

  /**
   * Begins, when the cluster's slots are at rest.
   *
   * @throws BenchException when they do not come to rest
   */
  static CpuMeter start(Cluster cluster) throws IOException, BenchException, InterruptedException {
    Rest.await(cluster);
    return new CpuMeter(cluster);
  }

  /**
   * What was spent since the start. To be called when the last container has ended; waits for the
   * slots to come to rest.
   *
   * @throws BenchException when they do not
   */
  ProcessorTime spent() throws IOException, BenchException, InterruptedException {
    ProcessorTime ended = ProcessorTime.now(cluster.dir());
    Rest.await(cluster);
    return ended.withPoolsOf(ProcessorTime.now(cluster.dir())).since(before);
  }
}
