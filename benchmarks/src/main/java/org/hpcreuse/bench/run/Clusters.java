/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.cluster.HpcReuse;

/**
 * The clusters of a run, one an arm, side by side. They are taken down once: at the run's end,
 * after a failure, or by the JVM's shutdown hook after Ctrl-C; then with their logs and data kept.
 */
public final class Clusters implements AutoCloseable {
  private final Path base;
  private final HpcReuse command;
  private final Consumer<String> say;
  // Guarded by this: the shutdown hook comes from another thread.
  private final Map<Arm, Cluster> clusters = new EnumMap<>(Arm.class);
  private final Thread hook = new Thread(() -> downAll(false), "bench-clusters-down");
  private volatile boolean good;

  /**
   * Makes none yet.
   *
   * @param base directory to make the clusters' directories in
   * @param command bin/hpc-reuse
   * @param say receives what cannot be taken down
   */
  public Clusters(Path base, HpcReuse command, Consumer<String> say) {
    this.base = base;
    this.command = command;
    this.say = say;
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
      say.accept("interrupted; clusters are down"); // The JVM is going down: the hook has run.
    }
  }

  private synchronized void downAll(boolean purge) {
    for (Cluster cluster : clusters.values()) {
      try {
        cluster.down(purge);
        if (!purge) {
          say.accept("logs and data of the " + cluster.arm() + " cluster stay in " + cluster.dir());
        }
      } catch (IOException | BenchException e) {
        say.accept("cluster " + cluster.dir() + " could not be taken down: " + e.getMessage());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        say.accept("interrupted while taking down " + cluster.dir());
      }
    }
    clusters.clear();
  }
}
