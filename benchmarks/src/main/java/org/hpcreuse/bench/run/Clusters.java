/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.cluster.HpcReuse;
import org.hpcreuse.bench.cluster.PoolStatus;
import org.hpcreuse.bench.cluster.ProcessTable;

/**
 * The clusters of a run, one an arm, side by side. They are taken down once: at the run's end,
 * after a failure, or by the JVM's shutdown hook after Ctrl-C; then with their logs and data kept.
 */
public final class Clusters implements AutoCloseable {
  private static final int KIB_PER_MIB = 1024;

  private final Path base;
  private final HpcReuse command;
  private final Progress progress;
  // Guarded by this: the shutdown hook comes from another thread.
  private final Map<Arm, Cluster> clusters = new EnumMap<>(Arm.class);
  private final Thread hook = new Thread(() -> downAll(false), "bench-clusters-down");
  private volatile boolean good;

  /** Makes none yet; their directories will be below {@code base}. */
  public Clusters(Path base, HpcReuse command, Progress progress) {
    this.base = base;
    this.command = command;
    this.progress = progress;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** A cluster that the caller brings up; it is taken down here in every case. */
  public synchronized Cluster add(Arm arm) {
    Cluster cluster = new Cluster(arm, unused(base, arm.toString()), command);
    clusters.put(arm, cluster);
    return cluster;
  }

  /** What a stopped run has left there is neither used nor removed. */
  static Path unused(Path base, String name) {
    Path dir = base.resolve(name);
    for (int number = 2; Files.exists(dir); number++) {
      dir = base.resolve(name + "-" + number);
    }
    return dir;
  }

  /**
   * Brings one up, waits for the training of its slots, and notes how long that took.
   *
   * @return the cluster, whose slots are at rest: only then is there as much memory for the next
   *     one as there can be
   */
  public Cluster start(Arm arm, RunOptions options, RunDirectory directory)
      throws IOException, InterruptedException {
    Cluster cluster = add(arm);
    progress.begin("start the " + arm + " cluster");
    List<String> up = new ArrayList<>(options.upOptions());
    up.addAll(List.of("--heartbeat-ms", Integer.toString(options.heartbeatMs())));
    cluster.up(up);
    int processes = 0;
    long kib = 0;
    if (arm.hasPool()) {
      PoolStatus pool = cluster.status();
      for (long pid : pool.processes()) {
        OptionalLong rss = ProcessTable.rssKib(pid);
        processes += rss.isPresent() ? 1 : 0;
        kib += rss.orElse(0);
      }
    }
    long trainingMs = processes == 0 ? 0 : ClusterWaits.training(cluster.pool());
    directory.append(
        new Entry.ClusterStart(
            arm,
            cluster.hadoopVersion(),
            cluster.upMs(),
            processes,
            trainingMs,
            kib / KIB_PER_MIB));
    ClusterWaits.rest(cluster);
    return cluster;
  }

  /** The run has succeeded: nobody needs the clusters' logs. */
  public void markGood() {
    good = true;
  }

  @Override
  public void close() {
    downAll(good);
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      progress.say("interrupted; clusters are down"); // The JVM is going down: the hook has run.
    }
  }

  private synchronized void downAll(boolean purge) {
    for (Cluster cluster : clusters.values()) {
      try {
        cluster.down(purge);
        if (!purge) {
          progress.say(
              "logs and data of the " + cluster.arm() + " cluster stay in " + cluster.dir());
        }
      } catch (IOException e) {
        progress.say("cluster " + cluster.dir() + " could not be taken down: " + e.getMessage());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        progress.say("interrupted while taking down " + cluster.dir());
      }
    }
    clusters.clear();
  }
}
