/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.cluster.Footprint;
import org.hpcreuse.bench.progress.Progress;
import org.hpcreuse.bench.samples.ClusterStart;
import org.hpcreuse.bench.samples.RunDirectory;
import org.hpcreuse.bench.samples.RunOptions;

/** Brings up the clusters of a run, and notes how long that took. */
public final class ClusterStarter {
  private final RunDirectory directory;
  private final RunOptions options;
  private final Progress progress;

  /**
   * Starts nothing yet.
   *
   * @param directory receives a line for each cluster
   * @param options of the run
   * @param progress receives what is done
   */
  public ClusterStarter(RunDirectory directory, RunOptions options, Progress progress) {
    this.directory = directory;
    this.options = options;
    this.progress = progress;
  }

  /**
   * Starts a cluster and waits for the training of its slots.
   *
   * @return the same cluster, up
   */
  public Cluster start(Cluster cluster) throws IOException, BenchException, InterruptedException {
    progress.begin("start the " + cluster.arm() + " cluster", 1);
    List<String> up = new ArrayList<>(options.upOptions());
    up.add("--heartbeat-ms");
    up.add(Integer.toString(options.heartbeatMs()));
    cluster.up(up);
    Footprint pool = cluster.arm().hasPool() ? Footprint.of(cluster.status()) : new Footprint(0, 0);
    long trainingMs = pool.slots() == 0 ? 0 : TrainingWait.await(cluster.pool());
    directory.append(
        new ClusterStart(
            cluster.arm(),
            cluster.hadoopVersion(),
            cluster.upMs(),
            pool.slots(),
            trainingMs,
            pool.rssMb()));
    Rest.await(cluster); // Only then is there as much memory for the next cluster as there can be.
    return cluster;
  }
}
