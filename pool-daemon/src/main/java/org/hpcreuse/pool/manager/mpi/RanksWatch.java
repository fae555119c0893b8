/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.mpi;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.hpcreuse.pool.manager.caller.Caller;
import org.hpcreuse.pool.manager.state.Outbox;
import org.hpcreuse.pool.manager.state.Pool;
import org.hpcreuse.pool.manager.state.PoolSettings;
import org.hpcreuse.pool.manager.state.SlotProcess;
import org.hpcreuse.pool.manager.state.SlotState;
import org.hpcreuse.pool.manager.state.SlotTable;
import org.hpcreuse.protocol.wire.Message;

/**
 * Tells NodeManagers in which slots a rank of an MPI program can run, so that a client that wants
 * more of them hears it before it submits anything. What it says changes with the ranks that live,
 * not with the containers in them: each change goes to the ResourceManager.
 */
public final class RanksWatch {
  private final PoolSettings settings;
  private final SlotTable table;
  private final Outbox out;
  private final Set<Long> watchers = new LinkedHashSet<>();
  private Message.Ranks told = new Message.Ranks("", List.of());

  public RanksWatch(Pool pool) {
    settings = pool.settings();
    table = pool.table();
    out = pool.out();
  }

  /**
   * Takes a message from an executor: it wants to know, as long as its connection is open.
   *
   * @return whether it is one for this
   */
  public boolean received(Caller caller, Message message) {
    if (!(message instanceof Message.WatchRanks)) {
      return false;
    }
    review(); // the others
    watchers.add(caller.connection());
    told = now();
    out.send(caller.connection(), told);
    return true;
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
      watchers.forEach(connection -> out.send(connection, now));
    }
  }

  private Message.Ranks now() {
    Map<Integer, List<SlotProcess>> bySize = new TreeMap<>();
    for (SlotProcess holder : table.holders()) {
      bySize.computeIfAbsent(holder.heapMb(), size -> new ArrayList<>()).add(holder);
    }
    List<Message.Ranks.Group> groups = new ArrayList<>();
    bySize.forEach(
        (heapMb, holders) ->
            groups.add(
                new Message.Ranks.Group(
                    heapMb, alive(holders), settings.withMpi() ? soon(holders) : 0)));
    String job =
        table.holders().stream()
            .filter(RanksWatch::isAlive)
            .map(SlotProcess::mpiJob)
            .findFirst()
            .orElse("");
    return new Message.Ranks(job, groups);
  }

  private static int alive(List<SlotProcess> holders) {
    return (int) holders.stream().filter(RanksWatch::isAlive).count();
  }

  private int soon(List<SlotProcess> holders) {
    return settings.mpiRenewal()
        ? holders.size()
        : (int)
            holders.stream()
                .filter(
                    holder ->
                        isAlive(holder)
                            || (holder.isRank() && holder.state() == SlotState.STARTING))
                .count();
  }

  private static boolean isAlive(SlotProcess holder) {
    return holder.hasMpi() && holder.state().isLiving();
  }
}
