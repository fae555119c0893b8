/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.slots;

import java.util.Optional;
import java.util.logging.Logger;
import org.hpcreuse.pool.manager.state.Action;
import org.hpcreuse.pool.manager.state.Lease;
import org.hpcreuse.pool.manager.state.Pool;
import org.hpcreuse.pool.manager.state.RetirementRule;
import org.hpcreuse.pool.manager.state.SlotEvent;
import org.hpcreuse.pool.manager.state.SlotProcess;
import org.hpcreuse.pool.manager.state.SlotState;
import org.hpcreuse.protocol.Bounds;
import org.hpcreuse.protocol.ExitCodes;
import org.hpcreuse.protocol.wire.Message;

/**
 * Keeps the pool's processes: starts, retires, kills and replaces them.
 *
 * <p>A process that goes wrong is DYING until it is seen to be gone; only then is its container's
 * status given away and its place taken, so that no thread of the container can act after its
 * status is known, and the node never holds more processes than the pool's size.
 */
public final class SlotSupervisor {
  /** How long a slot may take to leave after it was asked to. */
  public static final long LEAVE_MS = Bounds.LEAVE.toMillis();

  private static final Logger LOG = Logger.getLogger(SlotSupervisor.class.getName());

  private final Pool pool;
  private final StartLimit limit = new StartLimit();
  private boolean replacing = true;
  private boolean anyRankReported;
  private boolean mpirunEnded;
  private boolean sparesPaused;

  public SlotSupervisor(Pool pool) {
    this.pool = pool;
  }

  /** Starts all processes. */
  public void startAll() {
    if (pool.settings().withMpi()) {
      pool.out().add(new Action.StartMpirun(pool.settings().processGroups()));
    }
    for (SlotProcess process : pool.table().processes()) {
      if (process.isRank()) {
        expectReport(process);
      } else {
        start(process);
      }
    }
  }

  /** Finds a process for each slot number that has none, after a recovery. */
  void fillGaps() {
    anyRankReported |= pool.table().processes().stream().anyMatch(SlotProcess::isRank);
    pool.table().holders().stream().filter(s -> s.state() == SlotState.DEAD).forEach(this::replace);
    refillSpares();
  }

  /** Starts all processes again, after all processes of the pool have gone. */
  public void startAllAgain() {
    pool.table().reset();
    mpirunEnded = false;
    replacing = true;
    startAll();
  }

  /** From now on nothing takes the place of what ends. */
  public void stopReplacing() {
    replacing = false;
  }

  public void reported(SlotProcess process) {
    anyRankReported |= process.isRank();
    limit.proven(process.slot());
    pool.out().add(new Action.Watch(process.pid()));
    retireIfAsked(process);
    if (process.state() == SlotState.SPARE && replacing) {
      pool.table()
          .firstHolder(
              s ->
                  s.state() == SlotState.DEAD
                      && !s.isLent()
                      && pool.table().heapMb(s.slot()) <= process.heapMb())
          .ifPresent(this::replace);
    }
  }

  /** Ends a slot in an orderly way as soon as it holds no container. */
  public void retire(SlotProcess process, String reason) {
    process.noteReason(reason);
    retireIfAsked(process);
  }

  private void retireIfAsked(SlotProcess process) {
    if (process.state().isResting() && !process.reason().isEmpty()) {
      pool.counters().countRetired(RetirementRule.nameIn(process.reason()));
      leave(process, process.reason());
    }
  }

  /** Tells a slot without a container to leave, and kills it when it does not. */
  public void leave(SlotProcess process, String reason) {
    process.noteReason(reason);
    process.apply(SlotEvent.RETIRE);
    LOG.info(() -> process + " leaves: " + process.reason());
    pool.out().send(process.connection(), new Message.Leave(reason));
    pool.timers()
        .after(
            LEAVE_MS,
            () -> {
              if (process.state() == SlotState.RETIRING) {
                kill(process, process.reason());
              }
            });
  }

  /** Ends a slot by SIGKILL. */
  public void kill(SlotProcess process, String reason) {
    if (process.state() == SlotState.DYING || process.state() == SlotState.DEAD) {
      return;
    }
    process.noteReason(reason);
    LOG.warning(() -> process + " is killed: " + reason);
    process.apply(SlotEvent.LOSE);
    if (process.pid() != SlotProcess.NONE) {
      pool.out().add(new Action.Kill(process.pid()));
    } else if (process.isRank()) {
      gone(process, reason);
    } // else its start is under way, and what comes of it will be heard
  }

  /** The slot's process has been started; it may not be wanted any more. */
  public void started(SlotProcess process, long pid, String log) {
    process.started(pid, log);
    if (process.state() != SlotState.STARTING) {
      pool.out().add(new Action.Kill(pid));
    }
  }

  /** The slot's connection has closed. */
  public void disconnected(SlotProcess process) {
    process.disconnected();
    if (process.state() != SlotState.RETIRING) {
      kill(process, "its connection to the pool manager closed");
    }
  }

  /** The slot's process is gone. */
  public void gone(SlotProcess process, String detail) {
    if (process.state() == SlotState.DEAD) {
      return;
    }
    boolean wasRetiring = process.state() == SlotState.RETIRING;
    boolean wasStarting = !process.hasReported() && !process.isExpectedBack();
    if (wasRetiring && process.containers() > 0) {
      limit.reset(process.slot());
      limit.reset(SlotProcess.NO_SLOT);
    }
    process.noteReason(wasStarting ? "did not start: " + detail : "the slot JVM died");
    String more = wasRetiring || wasStarting || detail.isEmpty() ? "" : ", " + detail;
    LOG.info(() -> process + " is gone: " + process.reason() + more);
    process.apply(SlotEvent.GONE);
    if (process.connection() != SlotProcess.NONE) {
      pool.out()
          .add(new Action.Close(process.connection(), wasRetiring ? "left" : "process is gone"));
      process.disconnected();
    }
    Lease lease = process.lease();
    if (lease != null) {
      process.leaseOver();
      pool.leases()
          .find(lease.containerId())
          .filter(l -> l == lease)
          .ifPresent(l -> lost(l, process));
    }
    replace(process);
  }

  /**
   * mpirun has ended. Ranks that had not reported never will, except those that an earlier manager
   * has known; the others are about to notice and end, so that those without a container must not
   * get one: it would be the same one, started again.
   */
  public void mpirunEnded(String detail) {
    mpirunEnded = true;
    if (replacing && pool.settings().withMpi()) {
      LOG.severe(() -> "mpirun ended: " + detail);
    }
    for (SlotProcess process : pool.table().processes()) {
      if (process.isRank() && process.state() == SlotState.STARTING && !process.isExpectedBack()) {
        gone(process, "mpirun ended: " + detail);
      }
    }
  }

  /** A rank without mpirun must not get another container, however it has come to be free. */
  public void review() {
    if (mpirunEnded) {
      for (SlotProcess process : pool.table().processes()) {
        if (process.isRank() && process.state().isResting()) {
          kill(process, "mpirun ended");
        }
      }
    }
  }

  public boolean hasMpirunEnded() {
    return mpirunEnded;
  }

  /** Fills a slot number at once whose starts have failed, or that was left empty on purpose. */
  public void refill(int slot) {
    limit.reset(slot);
    pool.table().holder(slot).filter(s -> s.state() == SlotState.DEAD).ifPresent(this::replace);
  }

  private void lost(Lease lease, SlotProcess process) {
    if (lease.announcedExit() != null) {
      pool.leases().finish(lease, lease.announcedExit());
      return;
    }
    String text =
        String.format(
            "slot %d (pid %d) ended while it ran the container: %s%s; log %s",
            process.slot(),
            process.pid(),
            lease.isKilled() ? "killed on request, " : "",
            process.reason(),
            process.log());
    pool.leases()
        .finish(
            lease,
            new Message.Exited(
                lease.containerId(),
                lease.number(),
                ExitCodes.KILLED,
                text,
                lease.runningAtMs(),
                pool.time().nowEpochMs()));
  }

  private void replace(SlotProcess dead) {
    if (!replacing) {
      pool.table().forget(dead);
      return;
    }
    if (dead.isLent()) {
      return;
    }
    if (dead.isSpare()) {
      pool.table().forget(dead);
      refillSpares();
      return;
    }
    Optional<SlotProcess> spare = pool.table().freeSpare(pool.table().heapMb(dead.slot()));
    if (spare.isPresent()) {
      int slot = dead.slot();
      pool.table().takeOver(spare.get(), slot);
      LOG.info(() -> spare.get() + " takes the place of process " + dead.number());
      refillSpares();
    } else if (!dead.isRank() || dead.hasReported() || anyRankReported) {
      startAgain(dead);
    } else {
      LOG.severe(() -> dead + ": no rank has ever reported, not replaced");
    }
  }

  /** Without MPI a spare can be had again; a rank cannot. */
  private void refillSpares() {
    if (!replacing || pool.settings().withMpi()) {
      return;
    }
    while (pool.table().spares().size() < pool.settings().spares()) {
      if (!limit.tryStart(SlotProcess.NO_SLOT, pool.time().nowMs())) {
        refillSparesLater();
        return;
      }
      start(pool.table().addProcess(SlotProcess.NO_SLOT, false));
    }
  }

  private void refillSparesLater() {
    if (!sparesPaused) {
      sparesPaused = true;
      pool.timers()
          .after(
              pauseMs("spares", SlotProcess.NO_SLOT),
              () -> {
                sparesPaused = false;
                refillSpares();
              });
    }
  }

  private void startAgain(SlotProcess dead) {
    int slot = dead.slot();
    if (limit.tryStart(slot, pool.time().nowMs())) {
      SlotProcess process = pool.table().addProcess(slot, false);
      pool.table().forget(dead);
      start(process);
    } else {
      pool.timers().after(pauseMs(dead + ": " + dead.reason(), slot), () -> retry(dead));
    }
  }

  private long pauseMs(String what, int place) {
    long pauseMs = limit.nextPauseMs(place);
    LOG.severe(
        () ->
            String.format(
                "%s: started %d times within %d ms, next try in %d ms",
                what, StartLimit.MAX_STARTS, StartLimit.WINDOW_MS, pauseMs));
    return pauseMs;
  }

  private void retry(SlotProcess dead) {
    if (pool.table().holder(dead.slot()).filter(holder -> holder == dead).isPresent()) {
      replace(dead);
    }
  }

  private void start(SlotProcess process) {
    pool.out().add(new Action.StartSlot(process.number(), process.heapMb()));
    expectReport(process);
  }

  /** Kills a process that does not report in time. */
  void expectReport(SlotProcess process) {
    pool.timers()
        .after(
            pool.settings().startTimeoutMs(),
            () -> {
              if (process.state() == SlotState.STARTING) {
                kill(
                    process, "has not reported within " + pool.settings().startTimeoutMs() + " ms");
              }
            });
  }
}
