/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager;

import java.util.Optional;
import java.util.logging.Logger;
import org.hpcreuse.protocol.ExitCodes;
import org.hpcreuse.protocol.Message;

/**
 * Keeps the pool's processes: starts, retires, kills and replaces them.
 *
 * <p>A process that goes wrong is DYING until it is seen to be gone; only then is its container's
 * status given away and its place taken, so that no thread of the container can act after its
 * status is known, and the node never holds more processes than the pool's size.
 */
final class SlotKeeper {
  /** How long a slot that was told to leave may take. */
  static final long LEAVE_MS = 5_000;

  /** Name of the reason in the counts of retirements. */
  static final String ON_REQUEST = "on-request";

  private static final Logger LOG = Logger.getLogger(SlotKeeper.class.getName());

  private final PoolSettings settings;
  private final SlotTable table;
  private final Counters counters;
  private final Leases leases;
  private final Time time;
  private final Timers timers;
  private final Outbox out;
  private final StartLimit limit = new StartLimit();
  private boolean replacing = true;
  private boolean anyRankReported;
  private boolean mpirunEnded;
  private boolean sparesPaused;

  SlotKeeper(Pool pool) {
    this.settings = pool.settings();
    this.table = pool.table();
    this.counters = pool.counters();
    this.leases = pool.leases();
    this.time = pool.time();
    this.timers = pool.timers();
    this.out = pool.out();
  }

  /** Starts all seats. */
  void startAll() {
    if (settings.withMpi()) {
      out.add(new Action.StartMpirun(settings.seatGroups()));
    }
    for (Seat seat : table.seats()) {
      if (seat.isRank()) {
        expectReport(seat);
      } else {
        start(seat);
      }
    }
  }

  /** Finds a process for each slot number that has none, after a recovery. */
  void fillGaps() {
    anyRankReported |= table.seats().stream().anyMatch(Seat::isRank);
    table.holders().stream().filter(s -> s.state() == SlotState.DEAD).forEach(this::replace);
    refillSpares();
  }

  /** Starts all seats anew, after all processes of the pool have gone. */
  void startAnew() {
    table.reset();
    mpirunEnded = false;
    replacing = true;
    startAll();
  }

  /** From now on nothing takes the place of what ends. */
  void stopReplacing() {
    replacing = false;
  }

  void reported(Seat seat) {
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
  void retire(Seat seat, String reason) {
    seat.because(reason);
    retireIfAsked(seat);
  }

  private void retireIfAsked(Seat seat) {
    if (isIdle(seat) && !seat.reason().isEmpty()) {
      counters.countRetired(RetirementRule.nameIn(seat.reason()));
      leave(seat, seat.reason());
    }
  }

  /** Tells a slot without a container to leave, and kills it when it does not. */
  void leave(Seat seat, String reason) {
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
  void kill(Seat seat, String reason) {
    if (seat.state() == SlotState.DYING || seat.state() == SlotState.DEAD) {
      return;
    }
    seat.because(reason);
    LOG.warning(() -> seat + " is killed: " + reason);
    seat.apply(SlotEvent.LOSE);
    if (seat.pid() == Seat.NONE) {
      gone(seat, reason);
    } else {
      out.add(new Action.Kill(seat.pid()));
    }
  }

  /** The process of a seat has been started. */
  void started(Seat seat, long pid, String log) {
    if (seat.state() == SlotState.STARTING) {
      seat.started(pid, log);
    } else {
      out.add(new Action.Kill(pid));
    }
  }

  /** The slot's connection has closed. */
  void disconnected(Seat seat) {
    seat.disconnected();
    if (seat.state() != SlotState.RETIRING) {
      kill(seat, "its connection to the pool manager closed");
    }
  }

  /** The slot's process is gone. */
  void gone(Seat seat, String detail) {
    if (seat.state() == SlotState.DEAD) {
      return;
    }
    boolean wasRetiring = seat.state() == SlotState.RETIRING;
    boolean wasStarting = !seat.hasReported() && !seat.isExpectedBack();
    if (wasRetiring && seat.containers() > 0) {
      limit.reset(seat.slot());
      limit.reset(Seat.NO_SLOT);
    }
    seat.because(wasStarting ? "did not start: " + detail : "the slot JVM died");
    String more = wasRetiring || wasStarting || detail.isEmpty() ? "" : ", " + detail;
    LOG.info(() -> seat + " is gone: " + seat.reason() + more);
    seat.apply(SlotEvent.GONE);
    if (seat.connection() != Seat.NONE) {
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
  void mpirunEnded(String detail) {
    mpirunEnded = true;
    if (replacing) {
      LOG.severe(() -> "mpirun ended: " + detail);
    }
    for (Seat seat : table.seats()) {
      if (seat.isRank() && seat.state() == SlotState.STARTING && !seat.isExpectedBack()) {
        gone(seat, "mpirun ended: " + detail);
      } else {
        resting(seat);
      }
    }
  }

  /** A slot may be without a container now; a rank without mpirun must not get another one. */
  void resting(Seat seat) {
    if (mpirunEnded && seat.isRank() && isIdle(seat)) {
      kill(seat, "mpirun ended");
    }
  }

  private static boolean isIdle(Seat seat) {
    return seat.state() == SlotState.FREE || seat.state() == SlotState.SPARE;
  }

  boolean hasMpirunEnded() {
    return mpirunEnded;
  }

  /** Fills a slot number at once whose starts have failed, or that was left empty on purpose. */
  void revive(int slot) {
    limit.reset(slot);
    table.holder(slot).filter(s -> s.state() == SlotState.DEAD).ifPresent(this::replace);
  }

  private void lost(Lease lease, Seat seat) {
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

  private void replace(Seat dead) {
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
    Optional<Seat> spare = table.freeSpare(table.heapMb(dead.slot()));
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
      if (!limit.tryStart(Seat.NO_SLOT, time.nowMs())) {
        refillSparesLater();
        return;
      }
      start(table.addSeat(Seat.NO_SLOT, false));
    }
  }

  private void refillSparesLater() {
    if (!sparesPaused) {
      sparesPaused = true;
      timers.after(
          pauseMs("spares", Seat.NO_SLOT),
          () -> {
            sparesPaused = false;
            refillSpares();
          });
    }
  }

  private void startAgain(Seat dead) {
    int slot = dead.slot();
    if (limit.tryStart(slot, time.nowMs())) {
      Seat seat = table.addSeat(slot, false);
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

  private void retry(Seat dead) {
    if (table.holder(dead.slot()).filter(holder -> holder == dead).isPresent()) {
      replace(dead);
    }
  }

  private void start(Seat seat) {
    out.add(new Action.StartSlot(seat.number(), seat.heapMb()));
    expectReport(seat);
  }

  /** Kills a seat that does not report in time. */
  void expectReport(Seat seat) {
    timers.after(
        settings.startTimeoutMs(),
        () -> {
          if (seat.state() == SlotState.STARTING) {
            kill(seat, "has not reported within " + settings.startTimeoutMs() + " ms");
          }
        });
  }
}
