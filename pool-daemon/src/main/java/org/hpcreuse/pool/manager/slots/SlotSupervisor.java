/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.slots;

import java.util.Optional;
import java.util.logging.Logger;
import org.hpcreuse.pool.manager.state.Action;
import org.hpcreuse.pool.manager.state.Lease;
import org.hpcreuse.pool.manager.state.Leases;
import org.hpcreuse.pool.manager.state.Outbox;
import org.hpcreuse.pool.manager.state.Pool;
import org.hpcreuse.pool.manager.state.PoolSettings;
import org.hpcreuse.pool.manager.state.RetirementRule;
import org.hpcreuse.pool.manager.state.SlotEvent;
import org.hpcreuse.pool.manager.state.SlotProcess;
import org.hpcreuse.pool.manager.state.SlotState;
import org.hpcreuse.pool.manager.state.SlotTable;
import org.hpcreuse.pool.manager.statistics.LaunchCounters;
import org.hpcreuse.pool.manager.time.Clock;
import org.hpcreuse.pool.manager.time.Timers;
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
  /** How long a slot that was told to leave may take. */
  public static final long LEAVE_MS = 5_000;

  private static final Logger LOG = Logger.getLogger(SlotSupervisor.class.getName());

  private final PoolSettings settings;
  private final SlotTable table;
  private final LaunchCounters counters;
  private final Leases leases;
  private final Clock time;
  private final Timers timers;
  private final Outbox out;
  private final StartLimit limit = new StartLimit();
  private boolean replacing = true;
  private boolean anyRankReported;
  private boolean mpirunEnded;
  private boolean sparesPaused;

  public SlotSupervisor(Pool pool) {
    this.settings = pool.settings();
    this.table = pool.table();
    this.counters = pool.counters();
    this.leases = pool.leases();
    this.time = pool.time();
    this.timers = pool.timers();
    this.out = pool.out();
  }

  /** Starts all seats. */
  public void startAll() {
    if (settings.withMpi()) {
      out.add(new Action.StartMpirun(settings.seatGroups()));
    }
    for (SlotProcess seat : table.seats()) {
      if (seat.isRank()) {
        expectReport(seat);
      } else {
        start(seat);
      }
    }
  }

  /** Finds a process for each slot number that has none, after a recovery. */
  void fillGaps() {
    anyRankReported |= table.seats().stream().anyMatch(SlotProcess::isRank);
    table.holders().stream().filter(s -> s.state() == SlotState.DEAD).forEach(this::replace);
    refillSpares();
  }

  /** Starts all seats anew, after all processes of the pool have gone. */
  public void startAnew() {
    table.reset();
    mpirunEnded = false;
    replacing = true;
    startAll();
  }

  /** From now on nothing takes the place of what ends. */
  public void stopReplacing() {
    replacing = false;
  }

  public void reported(SlotProcess seat) {
    anyRankReported |= seat.isRank();
    limit.proven(seat.slot());
    out.add(new Action.Watch(seat.pid()));
    retireIfAsked(seat);
    if (seat.state() == SlotState.SPARE && replacing) {
      table
          .firstHolder(
              s ->
                  s.state() == SlotState.DEAD
                      && !s.isLent()
                      && table.heapMb(s.slot()) <= seat.heapMb())
          .ifPresent(this::replace);
    }
  }

  /** Ends a slot in an orderly way as soon as it holds no container. */
  public void retire(SlotProcess seat, String reason) {
    seat.because(reason);
    retireIfAsked(seat);
  }

  private void retireIfAsked(SlotProcess seat) {
    if (isIdle(seat) && !seat.reason().isEmpty()) {
      counters.countRetired(RetirementRule.nameIn(seat.reason()));
      leave(seat, seat.reason());
    }
  }

  /** Tells a slot without a container to leave, and kills it when it does not. */
  public void leave(SlotProcess seat, String reason) {
    seat.because(reason);
    seat.apply(SlotEvent.RETIRE);
    LOG.info(() -> seat + " leaves: " + seat.reason());
    out.send(seat.connection(), new Message.Leave(reason));
    timers.after(
        LEAVE_MS,
        () -> {
          if (seat.state() == SlotState.RETIRING) {
            kill(seat, seat.reason());
          }
        });
  }

  /** Ends a slot by SIGKILL. */
  public void kill(SlotProcess seat, String reason) {
    if (seat.state() == SlotState.DYING || seat.state() == SlotState.DEAD) {
      return;
    }
    seat.because(reason);
    LOG.warning(() -> seat + " is killed: " + reason);
    seat.apply(SlotEvent.LOSE);
    if (seat.pid() == SlotProcess.NONE) {
      gone(seat, reason);
    } else {
      out.add(new Action.Kill(seat.pid()));
    }
  }

  /** The process of a seat has been started. */
  public void started(SlotProcess seat, long pid, String log) {
    if (seat.state() == SlotState.STARTING) {
      seat.started(pid, log);
    } else {
      out.add(new Action.Kill(pid));
    }
  }

  /** The slot's connection has closed. */
  public void disconnected(SlotProcess seat) {
    seat.disconnected();
    if (seat.state() != SlotState.RETIRING) {
      kill(seat, "its connection to the pool manager closed");
    }
  }

  /** The slot's process is gone. */
  public void gone(SlotProcess seat, String detail) {
    if (seat.state() == SlotState.DEAD) {
      return;
    }
    boolean wasRetiring = seat.state() == SlotState.RETIRING;
    boolean wasStarting = !seat.hasReported() && !seat.isExpectedBack();
    if (wasRetiring && seat.containers() > 0) {
      limit.reset(seat.slot());
      limit.reset(SlotProcess.NO_SLOT);
    }
    seat.because(wasStarting ? "did not start: " + detail : "the slot JVM died");
    String more = wasRetiring || wasStarting || detail.isEmpty() ? "" : ", " + detail;
    LOG.info(() -> seat + " is gone: " + seat.reason() + more);
    seat.apply(SlotEvent.GONE);
    if (seat.connection() != SlotProcess.NONE) {
      out.add(new Action.Close(seat.connection(), wasRetiring ? "left" : "process is gone"));
      seat.disconnected();
    }
    Lease lease = seat.lease();
    if (lease != null) {
      seat.leaseOver();
      leases.find(lease.containerId()).filter(l -> l == lease).ifPresent(l -> lost(l, seat));
    }
    replace(seat);
  }

  /**
   * mpirun has ended. Ranks that had not reported never will, but for those that an earlier manager
   * has known; the others are about to notice and end, so that those without a container must not
   * get one: it would be the same one, started again.
   */
  public void mpirunEnded(String detail) {
    mpirunEnded = true;
    if (replacing) {
      LOG.severe(() -> "mpirun ended: " + detail);
    }
    for (SlotProcess seat : table.seats()) {
      if (seat.isRank() && seat.state() == SlotState.STARTING && !seat.isExpectedBack()) {
        gone(seat, "mpirun ended: " + detail);
      } else {
        resting(seat);
      }
    }
  }

  /** A slot may be without a container now; a rank without mpirun must not get another one. */
  public void resting(SlotProcess seat) {
    if (mpirunEnded && seat.isRank() && isIdle(seat)) {
      kill(seat, "mpirun ended");
    }
  }

  private static boolean isIdle(SlotProcess seat) {
    return seat.state() == SlotState.FREE || seat.state() == SlotState.SPARE;
  }

  public boolean hasMpirunEnded() {
    return mpirunEnded;
  }

  /** Fills a slot number at once whose starts have failed, or that was left empty on purpose. */
  public void revive(int slot) {
    limit.reset(slot);
    table.holder(slot).filter(s -> s.state() == SlotState.DEAD).ifPresent(this::replace);
  }

  private void lost(Lease lease, SlotProcess seat) {
    if (lease.lastWord() != null) {
      leases.finish(lease, lease.lastWord());
      return;
    }
    String text =
        String.format(
            "slot %d (pid %d) ended while it ran the container: %s%s; log %s",
            seat.slot(),
            seat.pid(),
            lease.isKilled() ? "killed on request, " : "",
            seat.reason(),
            seat.log());
    leases.finish(
        lease,
        new Message.Exited(
            lease.containerId(),
            lease.number(),
            ExitCodes.KILLED,
            text,
            lease.runningAtMs(),
            time.nowEpochMs()));
  }

  private void replace(SlotProcess dead) {
    if (!replacing) {
      table.forget(dead);
      return;
    }
    if (dead.isLent()) {
      return;
    }
    if (dead.isSpare()) {
      table.forget(dead);
      refillSpares();
      return;
    }
    Optional<SlotProcess> spare = table.freeSpare(table.heapMb(dead.slot()));
    if (spare.isPresent()) {
      int slot = dead.slot();
      table.takeOver(spare.get(), slot);
      LOG.info(() -> spare.get() + " takes the place of seat " + dead.number());
      refillSpares();
    } else if (!dead.isRank() || dead.hasReported() || anyRankReported) {
      startAgain(dead);
    } else {
      LOG.severe(() -> dead + ": no rank has ever reported, not replaced");
    }
  }

  /** Without MPI a spare can be had again; a rank cannot. */
  private void refillSpares() {
    if (!replacing || settings.withMpi()) {
      return;
    }
    while (table.spares().size() < settings.spares()) {
      if (!limit.tryStart(SlotProcess.NO_SLOT, time.nowMs())) {
        refillSparesLater();
        return;
      }
      start(table.addSeat(SlotProcess.NO_SLOT, false));
    }
  }

  private void refillSparesLater() {
    if (!sparesPaused) {
      sparesPaused = true;
      timers.after(
          pauseMs("spares", SlotProcess.NO_SLOT),
          () -> {
            sparesPaused = false;
            refillSpares();
          });
    }
  }

  private void startAgain(SlotProcess dead) {
    int slot = dead.slot();
    if (limit.tryStart(slot, time.nowMs())) {
      SlotProcess seat = table.addSeat(slot, false);
      table.forget(dead);
      start(seat);
    } else {
      timers.after(pauseMs(dead + ": " + dead.reason(), slot), () -> retry(dead));
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
    if (table.holder(dead.slot()).filter(holder -> holder == dead).isPresent()) {
      replace(dead);
    }
  }

  private void start(SlotProcess seat) {
    out.add(new Action.StartSlot(seat.number(), seat.heapMb()));
    expectReport(seat);
  }

  /** Kills a seat that does not report in time. */
  void expectReport(SlotProcess seat) {
    timers.after(
        settings.startTimeoutMs(),
        () -> {
          if (seat.state() == SlotState.STARTING) {
            kill(seat, "has not reported within " + settings.startTimeoutMs() + " ms");
          }
        });
  }
}
