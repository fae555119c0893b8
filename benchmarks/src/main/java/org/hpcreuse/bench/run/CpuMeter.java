/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.run;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.hpcreuse.bench.cluster.Await;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.cluster.PoolAdmin;
import org.hpcreuse.bench.cluster.ProcessorTime;

/**
 * The processor time of one sample: of all processes of its cluster and of its clients, with the
 * releases and garbage collections that follow in the slots. Hadoop's daemons count until the last
 * container has ended, as what they do while slots come to rest has nothing to do with the job.
 */
final class CpuMeter {
  /** A slot gives its memory back after some 10 s; a lost one is replaced, and trains. */
  private static final Duration REST = Duration.ofMinutes(5);

  /** Each look costs the pool manager a millisecond, which the sample is charged with. */
  private static final Duration LOOK = Duration.ofSeconds(1);

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
    awaitRest(cluster);
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
    awaitRest(cluster);
    return ended.withPoolsOf(ProcessorTime.now(cluster.dir())).since(before);
  }

  /** Waits until no slot of a cluster has anything left to do. */
  private static void awaitRest(Cluster cluster)
      throws IOException, BenchException, InterruptedException {
    Await.nothingMissing(
        "the slots of " + cluster.dir() + " to rest", REST, LOOK, () -> unrest(cluster));
  }

  private static List<String> unrest(Cluster cluster) throws IOException {
    List<String> unrest = new ArrayList<>();
    for (PoolAdmin pool : cluster.pools()) {
      unrest.addAll(pool.status().unrest());
    }
    return unrest;
  }
}
