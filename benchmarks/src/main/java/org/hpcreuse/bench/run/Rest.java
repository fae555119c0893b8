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

/** Waits until no slot of a cluster has anything left to do. */
public final class Rest {
  /** A slot gives its memory back after some 10 s; a lost one is replaced, and trains. */
  private static final Duration LIMIT = Duration.ofMinutes(5);

  /** Each look costs the pool manager a millisecond of processor time. */
  private static final Duration LOOK = Duration.ofSeconds(1);

  private Rest() {}

  /**
   * Returns when each slot, those of clients too, is free, has collected garbage and has given its
   * memory back. Returns at once in fork mode.
   *
   * @throws BenchException when they do not come to rest; names what is left
   */
  public static void await(Cluster cluster)
      throws IOException, BenchException, InterruptedException {
    Await.nothingMissing(
        "the slots of " + cluster.dir() + " to rest", LIMIT, LOOK, () -> unrest(cluster));
  }

  private static List<String> unrest(Cluster cluster) throws IOException {
    List<String> unrest = new ArrayList<>();
    for (PoolAdmin pool : cluster.pools()) {
      unrest.addAll(pool.status().unrest());
    }
    return unrest;
  }
}
