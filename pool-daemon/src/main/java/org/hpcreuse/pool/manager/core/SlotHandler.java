/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.core;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.logging.Logger;
import org.hpcreuse.pool.manager.admin.AuditHandler;
import org.hpcreuse.pool.manager.admin.MpiCheckHandler;
import org.hpcreuse.pool.manager.caller.Caller;
import org.hpcreuse.pool.manager.caller.CallerStatistics;
import org.hpcreuse.pool.manager.caller.Refusal;
import org.hpcreuse.pool.manager.slots.SlotSupervisor;
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
import org.hpcreuse.pool.manager.statistics.PhaseTimes;
import org.hpcreuse.pool.manager.time.Clock;
import org.hpcreuse.pool.manager.time.Timers;
import org.hpcreuse.protocol.ExitCodes;
import org.hpcreuse.protocol.wire.Message;

/** Hears what slots say. */
final class SlotHandler {
  private static final Logger LOG = Logger.getLogger(SlotHandler.class.getName());

  private final PoolSettings settings;
  private final SlotTable table;
  private final SlotSupervisor keeper;
  private final Leases leases;
  private final LaunchCounters counters;
  private final MpiCheckHandler checks;
  private final AuditHandler audits;
  private final PhaseTimes phases;
  private final CallerStatistics traffic;
  private final Clock time;
  private final Timers timers;
  private final Outbox out;
  private final RetirementRule rules;

  SlotHandler(Pool pool, SlotSupervisor keeper, MpiCheckHandler checks, AuditHandler audits) {
    this.settings = pool.settings();
    this.table = pool.table();
    this.keeper = keeper;
    this.leases = pool.leases();
    this.counters = pool.counters();
    this.checks = checks;
    this.audits = audits;
    this.phases = pool.phases();
    this.traffic = pool.traffic();
    this.time = pool.time();
    this.timers = pool.timers();
    this.out = pool.out();
    rules =
        RetirementRule.onRequest()
            .or(RetirementRule.singleUse(pool.settings().isolation()))
            .or(pool.settings().limits().rule());
  }

  /**
   * Takes a message from a slot.
   *
   * @return whether it is one a slot may send
   */
  boolean received(Caller caller, Message message) {
    if (message instanceof Message.SlotHello hello) {
      report(caller, hello);
      return true;
    }
    if (message instanceof Message.SlotReturn back) {
      comeBack(caller, back);
      return true;
    }
    SlotProcess seat = table.first(s -> s.connection() == caller.connection()).orElse(null);
    if (seat == null) {
      return false;
    }
    if (message instanceof Message.Running running) {
      running(seat, running);
    } else if (message instanceof Message.Declined declined) {
      declined(seat, declined);
    } else if (message instanceof Message.Exited exited) {
      exited(seat, exited);
    } else if (message instanceof Message.Ending ending) {
      ending(seat, ending);
    } else if (message instanceof Message.Released released) {
      released(seat, released);
    } else if (message instanceof Message.MpiChecked checked) {
      checks.checked(seat, checked);
    } else if (message instanceof Message.Figures figures) {
      measured(seat, figures);
    } else if (message instanceof Message.Audited audited) {
      audits.audited(seat, audited);
    } else {
      return false;
    }
    return true;
  }

  void closed(long connection) {
    table.first(s -> s.connection() == connection).ifPresent(keeper::disconnected);
  }

  private void report(Caller caller, Message.SlotHello hello) {
    SlotProcess seat = table.seat(hello.seat()).orElse(null);
    if (seat == null || seat.state() != SlotState.STARTING || isAnother(caller, seat)) {
      sendAway(caller, seat, hello.seat());
      return;
    }
    // The JVM itself counts a little less than -Xmx, depending on its collector.
    if (hello.heapMb() < seat.heapMb() * 3 / 4) {
      LOG.warning(() -> seat + " has " + hello.heapMb() + " MiB heap, not " + seat.heapMb());
    }
    seat.report(caller.pid(), caller.connection(), hello);
    LOG.info(() -> seat + " reported: " + hello.heapMb() + " MiB, MPI \"" + hello.mpi() + "\"");
    keeper.reported(seat);
  }

  /**
   * Whether the seat's process is known, and it is not this one. A rank's is not before it reports.
   */
  private static boolean isAnother(Caller caller, SlotProcess seat) {
    return seat.pid() != SlotProcess.NONE && seat.pid() != caller.pid();
  }

  private void sendAway(Caller caller, SlotProcess seat, int number) {
    String why =
        "seat "
            + number
            + " is "
            + (seat == null ? "not of this pool" : seat.state() + ", process " + seat.pid());
    traffic.refused(caller, Refusal.NO_SEAT, why);
    out.send(caller.connection(), new Message.Leave(why));
    out.add(new Action.Close(caller.connection(), why));
  }

  /** A slot of a manager that has died; what it has said of its last lease follows. */
  private void comeBack(Caller caller, Message.SlotReturn back) {
    SlotProcess seat = table.seat(back.hello().seat()).orElse(null);
    boolean known =
        seat != null
            && seat.state() == SlotState.STARTING
            && seat.isExpectedBack()
            && !isAnother(caller, seat);
    if (!known) {
      sendAway(caller, seat, back.hello().seat());
      return;
    }
    seat.report(caller.pid(), caller.connection(), back.hello());
    LOG.info(() -> seat + " has come back");
    keeper.reported(seat);
    for (Message.SlotReturn.LastLease last : back.last()) {
      if (seat.allows(SlotEvent.LEASE)) {
        leases.adopt(last.lease(), last.containerId(), last.workDir(), seat);
      }
    }
    keeper.resting(seat);
  }

  private void running(SlotProcess seat, Message.Running running) {
    if (expected(seat, running.lease(), SlotEvent.RUN, running)) {
      seat.apply(SlotEvent.RUN);
      seat.lease().runningAtMs(running.runningAtMs());
      counters.countReused();
      seat.lease()
          .grantedAtMs()
          .ifPresent(
              at -> phases.record(PhaseTimes.Phase.LOAD, Duration.ofMillis(time.nowMs() - at)));
    }
  }

  private void declined(SlotProcess seat, Message.Declined declined) {
    if (!expected(seat, declined.lease(), SlotEvent.DECLINE, declined)
        || !isTruthful(seat, declined.containerId(), ExitCodes.OK)) {
      return;
    }
    Lease lease = seat.lease();
    seat.decline();
    counters.countDeclined(declined.reason());
    LOG.info(() -> seat + " declined " + declined.containerId() + ": " + declined.reason());
    leases.decline(lease, declined);
    if (declined.reason().equals(Message.Declined.SLOT_PREPARE)) {
      retire(seat, "failed-prepare", "not prepared for a container: " + declined.detail());
    } else {
      retireByRule(seat);
    }
  }

  private void exited(SlotProcess seat, Message.Exited exited) {
    if (!expected(seat, exited.lease(), SlotEvent.EXIT, exited)
        || !isTruthful(seat, exited.containerId(), exited.status())) {
      return;
    }
    seat.apply(SlotEvent.EXIT);
    LOG.info(() -> exited.containerId() + ": exit status " + exited.status() + " from " + seat);
    leases.finish(seat.lease(), exited);
    if (exited.runningAtMs() > 0) {
      phases.record(
          PhaseTimes.Phase.RUN, Duration.ofMillis(exited.endedAtMs() - exited.runningAtMs()));
    }
    timers.after(
        settings.releaseTimeoutMs(),
        () -> {
          if (seat.state() == SlotState.RELEASING && seat.holds(exited.lease())) {
            counters.countRetired("release-timeout");
            keeper.kill(
                seat, "not cleaned up within " + settings.releaseTimeoutMs() + " ms after exit");
          }
        });
  }

  /** The status is known but counts only when the process, with all its threads, is gone. */
  private void ending(SlotProcess seat, Message.Ending ending) {
    Message.Exited exited = ending.exit();
    if (expected(seat, exited.lease(), SlotEvent.EXIT, ending)
        && isTruthful(seat, exited.containerId(), exited.status())) {
      seat.lease().lastWord(exited);
      counters.countRetired("stubborn-threads");
      keeper.kill(seat, exited.containerId() + " left threads that do not end: " + ending.reason());
    }
  }

  private void released(SlotProcess seat, Message.Released released) {
    if (!expected(seat, released.lease(), SlotEvent.RELEASE, released)) {
      return;
    }
    phases.record(
        PhaseTimes.Phase.RELEASE, Duration.of(released.releaseMicros(), ChronoUnit.MICROS));
    seat.released(released.releaseMicros(), released.liveLoaders());
    if (!released.retireReason().isEmpty()) {
      String rule = RetirementRule.nameIn(released.retireReason());
      retire(
          seat,
          RetirementRule.OF_SLOTS.contains(rule) ? rule : "failed-release",
          released.retireReason());
      return;
    }
    rules
        .verdict(seat)
        .ifPresentOrElse(
            reason -> retire(seat, RetirementRule.nameIn(reason), reason),
            () -> seat.apply(SlotEvent.RELEASE));
    keeper.resting(seat);
  }

  /** After a release its outcome decides; a free slot's figures come from a collection. */
  private void measured(SlotProcess seat, Message.Figures figures) {
    seat.measured(figures.now(), figures.growth());
    if (seat.state() == SlotState.FREE) {
      retireByRule(seat);
    }
  }

  private void retireByRule(SlotProcess seat) {
    rules.verdict(seat).ifPresent(reason -> retire(seat, RetirementRule.nameIn(reason), reason));
  }

  private void retire(SlotProcess seat, String rule, String reason) {
    counters.countRetired(rule);
    keeper.leave(seat, reason);
  }

  /**
   * A slot that speaks for another's container, or of a status that no process has, is no longer
   * itself: its container may have got hold of its voice. It is ended.
   */
  private boolean isTruthful(SlotProcess seat, String containerId, int status) {
    boolean truthful =
        containerId.equals(seat.lease().containerId())
            && status >= 0
            && status <= ExitCodes.HIGHEST;
    if (!truthful) {
      keeper.kill(seat, "spoke of exit status " + status + ", or of a container it does not hold");
    }
    return truthful;
  }

  /** What comes late from a slot that is being killed is not an error, but it is not believed. */
  private static boolean expected(SlotProcess seat, long lease, SlotEvent event, Message message) {
    boolean fits = seat.holds(lease) && seat.allows(event);
    if (!fits) {
      LOG.warning(
          () ->
              seat + ": " + message.getClass().getSimpleName() + " of lease " + lease + " ignored");
    }
    return fits;
  }
}
