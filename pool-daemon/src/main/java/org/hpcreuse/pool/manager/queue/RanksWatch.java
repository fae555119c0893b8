/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.queue;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.hpcreuse.pool.manager.state.Pool;
import org.hpcreuse.pool.manager.state.SlotProcess;
import org.hpcreuse.pool.manager.state.SlotState;
import org.hpcreuse.protocol.wire.Message;

/**
 * Tells NodeManagers in which slots a rank of an MPI program can run, so that a client that wants
 * more of them hears it before it submits anything. What it says changes with the ranks that live,
 * not with the containers in them: each change goes to the ResourceManager.
 */
public final class RanksWatch {
  private final Pool pool;
  private final Set<Long> watchers = new LinkedHashSet<>();
  private Message.Ranks told = new Message.Ranks("", List.of());

  public RanksWatch(Pool pool) {
    this.pool = pool;
  }

  /** An executor wants to know, as long as its connection is open. */
  public void watch(long connection) {
    review(); // the others
    watchers.add(connection);
    told = now();
    pool.out().send(connection, told);
  }

  /** A connection is closed. */
  public void closed(long connection) {
    watchers.remove(connection);
  }

  /** Tells what has changed. */
  public void review() {
    if (watchers.isEmpty()) {
      return;
    }
    Message.Ranks now = now();
    if (!now.equals(told)) {
      told = now;
      watchers.forEach(connection -> pool.out().send(connection, now));
    }
  }

  private Message.Ranks now() {
    if (pool.queue().isDraining()) {
      return new Message.Ranks("", List.of());
    }
    Map<Integer, List<SlotProcess>> bySize = new TreeMap<>();
    for (SlotProcess holder : pool.table().holders()) {
      // A spare that has taken over may have a larger heap than its slot.
      bySize
          .computeIfAbsent(pool.table().heapMb(holder.slot()), size -> new ArrayList<>())
          .add(holder);
    }
    List<SlotProcess> spares = new ArrayList<>(pool.table().spares());
    List<Message.Ranks.Group> groups = new ArrayList<>();
    bySize.forEach(
        (heapMb, holders) ->
            groups.add(
                new Message.Ranks.Group(heapMb, alive(holders), soon(heapMb, holders, spares))));
    return new Message.Ranks(job(), groups);
  }

  private String job() {
    return pool.table().holders().stream()
        .filter(RanksWatch::isAlive)
        .map(SlotProcess::mpiJob)
        .findFirst()
        .orElse("");
  }

  private static int alive(List<SlotProcess> holders) {
    return (int) holders.stream().filter(RanksWatch::isAlive).count();
  }

  /**
   * How many of these slots will be ranks.
   *
   * @param spares those that may take a place; one that is counted is taken out
   */
  private int soon(int heapMb, List<SlotProcess> holders, List<SlotProcess> spares) {
    if (!pool.settings().withMpi()) {
      return 0;
    }
    if (pool.settings().mpiRenewal()) {
      return holders.size();
    }
    int ranks = 0;
    for (SlotProcess holder : holders) {
      if (isAlive(holder) || isStarting(holder)) {
        ranks++;
      } else if (isLeaving(holder) && takeSpare(heapMb, spares)) {
        ranks++;
      }
    }
    return ranks;
  }

  private static boolean isStarting(SlotProcess process) {
    return process.isRank() && process.state() == SlotState.STARTING;
  }

  private static boolean isLeaving(SlotProcess holder) {
    return switch (holder.state()) {
      case RETIRING, DYING, DEAD -> true;
      default -> false;
    };
  }

  private static boolean takeSpare(int heapMb, List<SlotProcess> spares) {
    Optional<SlotProcess> spare =
        spares.stream()
            .filter(process -> process.heapMb() >= heapMb)
            .filter(process -> isStarting(process) || isLivingRank(process))
            .findFirst();
    spare.ifPresent(spares::remove);
    return spare.isPresent();
  }

  private static boolean isLivingRank(SlotProcess process) {
    return process.isRank() && process.state().isLiving();
  }

  private static boolean isAlive(SlotProcess holder) {
    return holder.hasMpi() && holder.state().isLiving();
  }
}
