/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.cluster;

import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.hpcreuse.it.harness.Waits;
import org.hpcreuse.it.harness.cluster.Cluster;

/**
 * What the same work gave on both clusters.
 *
 * @param forked with every container in a JVM of its own
 * @param reused with containers in slots
 */
record Both<T>(T forked, T reused) {
  /** Work on a cluster. */
  interface Work<T> {
    T on(Cluster cluster) throws Exception;
  }

  /** Runs the work on both clusters at the same time; one waits much while the other computes. */
  static <T> Both<T> run(Cluster forking, Cluster reusing, Work<T> work) throws Exception {
    FutureTask<T> forked = new FutureTask<>(() -> work.on(forking));
    new Thread(forked, "on-fork-cluster").start();
    T reused = work.on(reusing);
    return new Both<>(forked.get(Waits.JOB.toSeconds(), TimeUnit.SECONDS), reused);
  }
}
