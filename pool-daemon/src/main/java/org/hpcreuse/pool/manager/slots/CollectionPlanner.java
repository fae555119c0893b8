/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.slots;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Logger;
import org.hpcreuse.pool.manager.state.Pool;
import org.hpcreuse.pool.manager.state.SlotProcess;
import org.hpcreuse.pool.manager.state.SlotState;
import org.hpcreuse.protocol.wire.Message;

/**
 * Decides when an idle slot makes a full garbage collection, so that no container waits for one.
 *
 * <p>A slot collects when another free slot can take the containers that it could take, or when the
 * pool is quiet ({@link QuietPeriod}). One slot collects at a time, because collections use all
 * processors of the node; only one that breaks its promise of memory does so at once. A slot of a
 * pool that is never quiet and whose slots are all in use collects by itself after a number of
 * containers, before it says that it is free.
 */
public final class CollectionPlanner {
  private static final Logger LOG = Logger.getLogger(CollectionPlanner.class.getName());

  private final QuietPeriod quiet;
  private final Pool pool;
  private final SlotSupervisor supervisor;
  private final long boundMs;

  /** Since when each process has been idle without a break, by process number. */
  private final Map<Integer, Long> idleSince = new HashMap<>();

  /** Of each process that collects, by its number: which collection of the pool it is. */
  private final Map<Integer, Long> collections = new HashMap<>();

  private long count;
  private long lookAtMs = Long.MAX_VALUE;

  public CollectionPlanner(Pool pool, SlotSupervisor supervisor, QuietPeriod quiet) {
    this.pool = pool;
    this.quiet = quiet;
    this.supervisor = supervisor;
    boundMs = pool.settings().releaseTimeoutMs();
  }

  /** Lets the next slot collect if one should, or comes back when that may be so. */
  public void review() {
    long now = pool.time().nowMs();
    idleSince
        .keySet()
        .removeIf(
            number -> pool.table().process(number).filter(CollectionPlanner::isIdle).isEmpty());
    pool.table().processes().stream()
        .filter(CollectionPlanner::isIdle)
        .forEach(process -> idleSince.putIfAbsent(process.number(), now));
    if (isAnyCollecting() || !pool.queue().isEmpty()) {
      return;
    }
    Optional<SlotProcess> next =
        pool.table().processes().stream()
            .filter(process -> isIdle(process) && dueMs(process) <= now)
            .findFirst();
    next.ifPresentOrElse(this::collect, () -> lookAgain(now));
  }

  private static boolean isIdle(SlotProcess process) {
    return !process.isTraining()
        && (process.state() == SlotState.FREE || process.state() == SlotState.SPARE);
  }

  private boolean isAnyCollecting() {
    return pool.table().first(process -> process.state() == SlotState.COLLECTING).isPresent();
  }

  /** When this idle process may collect if nothing changes, on the monotonic clock. */
  private long dueMs(SlotProcess process) {
    long pauseMs = pauseMs(process.need());
    if (pauseMs == Long.MAX_VALUE) {
      return pauseMs;
    }
    long alone = idleSince.get(process.number()) + pauseMs;
    return isCovered(process) ? alone : Math.max(alone, quiet.beginsAtMs());
  }

  /** How long a process is idle before it collects, milliseconds. */
  private static long pauseMs(Message.CollectionNeed need) {
    return switch (need) {
      case NONE -> Long.MAX_VALUE;
      case DUE -> 100;
      case ROUTINE -> QuietPeriod.LENGTH_MS;
      // Jobs that follow each other, as those of an iterative algorithm, leave slots idle for a
      // few seconds only, and the next container needs the memory again.
      case GIVE_BACK -> 4 * QuietPeriod.LENGTH_MS;
    };
  }

  /** Whether another free slot takes all containers that this process could take. */
  private boolean isCovered(SlotProcess process) {
    return process.isSpare()
        || pool.table()
            .firstHolder(
                other ->
                    other != process
                        && other.state() == SlotState.FREE
                        && other.heapMb() >= process.heapMb())
            .isPresent();
  }

  /** Lets a free slot give back what it can at once, before it takes another container. */
  public void giveBack(SlotProcess process) {
    collect(process, true);
  }

  private void collect(SlotProcess process) {
    collect(process, process.need() == Message.CollectionNeed.GIVE_BACK);
  }

  private void collect(SlotProcess process, boolean giveBack) {
    LOG.fine(() -> process + " collects garbage" + (giveBack ? " and gives memory back" : ""));
    process.collect();
    idleSince.remove(process.number());
    pool.out().send(process.connection(), new Message.Collect(giveBack));
    long collection = ++count;
    collections.put(process.number(), collection);
    pool.timers()
        .after(
            boundMs,
            () -> {
              boolean isLast = collections.remove(process.number(), collection);
              if (isLast && process.state() == SlotState.COLLECTING) {
                supervisor.kill(process, "has not collected garbage within " + boundMs + " ms");
              }
            });
  }

  private void lookAgain(long now) {
    long next =
        pool.table().processes().stream()
            .filter(CollectionPlanner::isIdle)
            .mapToLong(this::dueMs)
            .min()
            .orElse(Long.MAX_VALUE);
    if (next < lookAtMs || lookAtMs <= now) {
      lookAtMs = next;
      if (next != Long.MAX_VALUE) {
        // What is done after every event is done then: review.
        pool.timers().after(next - now, () -> {});
      }
    }
  }
}
