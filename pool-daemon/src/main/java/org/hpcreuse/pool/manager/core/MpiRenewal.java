/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.core;

import java.util.logging.Logger;
import org.hpcreuse.pool.manager.queue.Dispatcher;
import org.hpcreuse.pool.manager.queue.ForkReservations;
import org.hpcreuse.pool.manager.queue.PoolShutdown;
import org.hpcreuse.pool.manager.slots.SlotSupervisor;
import org.hpcreuse.pool.manager.slots.StartLimit;
import org.hpcreuse.pool.manager.state.Action;
import org.hpcreuse.pool.manager.state.Pool;
import org.hpcreuse.pool.manager.state.SlotState;

/**
 * Starts mpirun again when a slot runs without MPI, its ranks and spares being used up or mpirun
 * dead. The node has memory for one set of slots: all must end first, so it is done only when the
 * pool has been idle for a while, and containers that come meanwhile wait.
 */
public final class MpiRenewal {
  /** How long no container may have run or waited, in a slot or forked. */
  public static final long IDLE_MS = 5_000;

  private static final String REASON = "mpirun is started again";

  /** Key of the limit of starts; no slot has this number. */
  private static final int PLACE = -2;

  private static final Logger LOG = Logger.getLogger(MpiRenewal.class.getName());

  private final Pool pool;
  private final SlotSupervisor supervisor;
  private final Dispatcher dispatcher;
  private final ForkReservations forks;
  private final PoolShutdown poolShutdown;
  private final StartLimit limit = new StartLimit();
  private long dueMs = Long.MAX_VALUE;
  private boolean running;
  private boolean mpirunTold;
  private int count;

  public MpiRenewal(
      Pool pool,
      SlotSupervisor supervisor,
      Dispatcher dispatcher,
      ForkReservations forks,
      PoolShutdown poolShutdown) {
    this.forks = forks;
    this.pool = pool;
    this.supervisor = supervisor;
    this.dispatcher = dispatcher;
    this.poolShutdown = poolShutdown;
  }

  /** How often it has been done. */
  public int count() {
    return count;
  }

  public boolean isRunning() {
    return running;
  }

  /** Looks whether it is time to begin, or to go on. */
  public void review() {
    if (poolShutdown.hasBegun() || !isWanted()) {
      running = false;
    } else if (running) {
      goOn();
    } else if (!isNeeded() || !isIdle()) {
      dueMs = Long.MAX_VALUE;
    } else if (dueMs == Long.MAX_VALUE) {
      lookAgainIn(IDLE_MS);
    } else if (pool.time().nowMs() >= dueMs) {
      begin();
    }
  }

  private boolean isWanted() {
    return pool.settings().withMpi() && pool.settings().mpiRenewal();
  }

  private void lookAgainIn(long ms) {
    dueMs = pool.time().nowMs() + ms;
    // What is done after every event is done then: review.
    pool.timers().after(ms, () -> {});
  }

  private boolean isNeeded() {
    return pool.table().holders().stream().anyMatch(process -> !process.isRank())
        || (supervisor.hasMpirunEnded()
            && pool.table().holders().stream().anyMatch(process -> !process.state().isLiving()));
  }

  /** A forked container may be a master, whose tasks come next. */
  private boolean isIdle() {
    return pool.queue().isEmpty()
        && forks.isResting()
        && pool.table().processes().stream()
            .allMatch(process -> isResting(process.state()) && process.lease() == null);
  }

  private static boolean isResting(SlotState state) {
    return state.isResting() || state == SlotState.DEAD;
  }

  private void begin() {
    if (!limit.tryStart(PLACE, pool.time().nowMs())) {
      lookAgainIn(limit.nextPauseMs(PLACE));
      return;
    }
    LOG.warning("slots run without MPI and the pool is idle: " + REASON);
    dueMs = Long.MAX_VALUE;
    running = true;
    mpirunTold = false;
    dispatcher.pause(true);
    forks.pause(true);
    supervisor.stopReplacing();
    pool.table().processes().stream()
        .filter(process -> process.state() != SlotState.DEAD)
        .forEach(process -> supervisor.leave(process, REASON));
    goOn();
  }

  private void goOn() {
    if (pool.table().processes().stream().anyMatch(process -> process.state() != SlotState.DEAD)) {
      return;
    }
    if (!supervisor.hasMpirunEnded()) {
      if (!mpirunTold) {
        mpirunTold = true;
        pool.out().add(new Action.EndMpirun());
      }
      return;
    }
    running = false;
    count++;
    dispatcher.pause(false);
    forks.pause(false);
    supervisor.startAllAgain();
  }
}
