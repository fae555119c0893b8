/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.client;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.hpcreuse.gang.yarn.Capacity;
import org.hpcreuse.gang.yarn.LiveRanks;

/** Makes sure, before a gang is submitted, that the cluster has room and ranks for it. */
final class GangRoom {
  /** A node tells of a change at its heartbeat. A large cluster has long reports. */
  private static final long FIRST_LOOK_MS = 250;

  private static final long LONGEST_LOOK_MS = 2_000;

  /** What the ResourceManager says of running nodes. */
  interface Nodes {
    List<NodeReport> running() throws IOException, YarnException;
  }

  private final Nodes source;
  private final int ranks;
  private final RankSize size;

  GangRoom(Nodes source, int ranks, RankSize size) {
    this.source = source;
    this.ranks = ranks;
    this.size = size;
  }

  /**
   * Returns when there are enough living ranks.
   *
   * @param wait how long the pools have time to replace ranks that are gone
   * @param note told, once, what is waited for
   * @throws IllegalArgumentException when the cluster can never run the gang, saying why
   * @throws TimeoutException when the ranks have not come in time
   */
  void require(Duration wait, Consumer<String> note)
      throws IOException, YarnException, TimeoutException, InterruptedException {
    long deadline = System.nanoTime() + wait.toNanos();
    boolean noted = false;
    long lookMs = FIRST_LOOK_MS;
    while (true) {
      List<NodeReport> nodes = source.running();
      requireMemory(Capacity.of(nodes));
      LiveRanks live = LiveRanks.of(nodes, size.memoryMb());
      Optional<String> missing = live.missing(ranks, size.heapMb());
      if (missing.isEmpty()) {
        return;
      }
      if (live.soon(size.heapMb()) < ranks) {
        throw new IllegalArgumentException(missing.get());
      }
      if (System.nanoTime() - deadline >= 0) {
        throw new TimeoutException(missing.get() + " (waited " + wait.toSeconds() + " s)");
      }
      if (!noted) {
        noted = true;
        note.accept(missing.get() + "; waiting " + wait.toSeconds() + " s at most for more");
      }
      TimeUnit.MILLISECONDS.sleep(lookMs);
      lookMs = Math.min(LONGEST_LOOK_MS, 2 * lookMs);
    }
  }

  private void requireMemory(Capacity capacity) {
    long largestMb = capacity.largestMb();
    long containers = capacity.containers(size.memoryMb());
    if (size.memoryMb() > largestMb) {
      throw new IllegalArgumentException(
          "a rank of "
              + size.memoryMb()
              + " MiB is larger than each node: the largest has "
              + largestMb
              + " MiB");
    }
    if (ranks + 1 > containers) {
      throw new IllegalArgumentException(
          ranks
              + " ranks and their master need "
              + (ranks + 1)
              + " containers of "
              + size.memoryMb()
              + " MiB; the cluster has room for "
              + containers);
    }
  }
}
