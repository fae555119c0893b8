/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.core;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Logger;
import org.hpcreuse.pool.manager.slots.CollectionPlanner;
import org.hpcreuse.pool.manager.slots.SlotSupervisor;
import org.hpcreuse.pool.manager.slots.TrainingPlanner;
import org.hpcreuse.pool.manager.state.Action;
import org.hpcreuse.pool.manager.state.Caller;
import org.hpcreuse.pool.manager.state.Lease;
import org.hpcreuse.pool.manager.state.PhaseTimes;
import org.hpcreuse.pool.manager.state.Pool;
import org.hpcreuse.pool.manager.state.Refusal;
import org.hpcreuse.pool.manager.state.RetirementRule;
import org.hpcreuse.pool.manager.state.SlotEvent;
import org.hpcreuse.pool.manager.state.SlotProcess;
import org.hpcreuse.pool.manager.state.SlotState;
import org.hpcreuse.protocol.Bounds;
import org.hpcreuse.protocol.ExitCodes;
import org.hpcreuse.protocol.FallbackReason;
import org.hpcreuse.protocol.wire.Message;

/** Hears what slots say. */
final class SlotHandler implements Message.SlotReports<SlotProcess> {
  private static final Logger LOG = Logger.getLogger(SlotHandler.class.getName());

  private final Pool pool;
  private final SlotSupervisor supervisor;
  private final TrainingPlanner training;
  private final CollectionPlanner collections;
  private final MpiCheckHandler checks;
  private final AuditHandler audits;
  private final RetirementRule rules;
  private Map<String, String> startup = Map.of();

  /** Who has reported before its start was known here. */
  private final Map<Caller, Message.SlotHello> early = new LinkedHashMap<>();

  SlotHandler(
      Pool pool,
      SlotSupervisor supervisor,
      TrainingPlanner training,
      CollectionPlanner collections,
      MpiCheckHandler checks,
      AuditHandler audits) {
    this.pool = pool;
    this.supervisor = supervisor;
    this.training = training;
    this.collections = collections;
    this.checks = checks;
    this.audits = audits;
    rules =
        RetirementRule.onRequest()
            .or(RetirementRule.singleUse(pool.settings().isolation()))
            .or(pool.settings().limits().rule());
  }

  /** Of the slot that has reported last; all are started by the same command. */
  Map<String, String> startup() {
    return startup;
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
      returned(caller, back);
      return true;
    }
    Optional<SlotProcess> process = pool.table().first(s -> s.connection() == caller.connection());
    if (process.isEmpty() || !(message instanceof Message.SlotReport report)) {
      return false;
    }
    report.to(this, process.get());
    return true;
  }

  void closed(long connection) {
    early.keySet().removeIf(caller -> caller.connection() == connection);
    pool.table().first(s -> s.connection() == connection).ifPresent(supervisor::disconnected);
  }

  /** It is known now which process this is. */
  void started(SlotProcess process, long pid, String log) {
    supervisor.started(process, pid, log);
    Map<Caller, Message.SlotHello> callers = new LinkedHashMap<>(early);
    callers.values().removeIf(hello -> hello.number() != process.number());
    early.keySet().removeAll(callers.keySet());
    callers.forEach(this::report);
  }

  private void report(Caller caller, Message.SlotHello hello) {
    SlotProcess process = pool.table().process(hello.number()).orElse(null);
    if (process != null
        && process.state() == SlotState.STARTING
        && process.pid() == SlotProcess.NONE
        && !process.isRank()) {
      early.put(caller, hello);
      return;
    }
    if (process == null || process.state() != SlotState.STARTING || isAnother(caller, process)) {
      refuseSlot(caller, process, hello.number());
      return;
    }
    // The JVM itself counts a little less than -Xmx, depending on its collector.
    if (hello.heapMb() < process.heapMb() * 3 / 4) {
      LOG.warning(() -> process + " has " + hello.heapMb() + " MiB heap, not " + process.heapMb());
    }
    process.report(caller, hello);
    startup = hello.startup();
    LOG.info(() -> process + " reported: " + hello.heapMb() + " MiB, MPI \"" + hello.mpi() + "\"");
    supervisor.reported(process);
  }

  /** Whether another process with this number is known. A rank's is not before it reports. */
  private static boolean isAnother(Caller caller, SlotProcess process) {
    return process.pid() != SlotProcess.NONE && process.pid() != caller.pid();
  }

  private void refuseSlot(Caller caller, SlotProcess process, int number) {
    String why =
        "process "
            + number
            + " is "
            + (process == null ? "not of this pool" : process.state() + ", pid " + process.pid());
    pool.callers().refused(caller, Refusal.NO_PROCESS, why);
    pool.out().send(caller.connection(), new Message.Leave(why));
    pool.out().add(new Action.Close(caller.connection(), why));
  }

  /** A slot of a manager that has died; what it has said of its last lease follows. */
  private void returned(Caller caller, Message.SlotReturn back) {
    SlotProcess process = pool.table().process(back.hello().number()).orElse(null);
    boolean known =
        process != null
            && process.state() == SlotState.STARTING
            && process.isExpectedBack()
            && !isAnother(caller, process);
    if (!known) {
      refuseSlot(caller, process, back.hello().number());
      return;
    }
    process.report(caller, back.hello());
    startup = back.hello().startup();
    process.hasReturned(back.newestLease());
    pool.leases().note(back.newestLease());
    LOG.info(() -> process + " has come back");
    supervisor.reported(process);
    for (Message.SlotReturn.LastLease last : back.last()) {
      if (process.allows(SlotEvent.LEASE)) {
        pool.leases().adopt(last.lease(), last.containerId(), last.workDir(), process);
      }
    }
  }

  @Override
  public void mpiChecked(SlotProcess process, Message.MpiChecked checked) {
    checks.checked(process, checked);
  }

  @Override
  public void profiles(SlotProcess process, Message.Profiles profiles) {
    training.loaded(process, profiles);
  }

  @Override
  public void trained(SlotProcess process, Message.Trained trained) {
    training.over(process, trained);
  }

  /** One with a container on its way declines it, and is retired for that. */
  @Override
  public void unclean(SlotProcess process, Message.Unclean unclean) {
    if (process.state().isResting()) {
      retire(process, RetirementRule.ofSlot(unclean.reason()), unclean.reason());
    }
  }

  @Override
  public void audited(SlotProcess process, Message.Audited audited) {
    audits.audited(process, audited);
  }

  @Override
  public void running(SlotProcess process, Message.Running running) {
    if (expected(process, running.lease(), SlotEvent.RUN, running)) {
      process.apply(SlotEvent.RUN);
      process.lease().runningAtMs(running.runningAtMs());
      pool.counters().countReused();
      process
          .lease()
          .grantedAtMs()
          .ifPresent(
              at ->
                  pool.phases()
                      .record(PhaseTimes.Phase.LOAD, Duration.ofMillis(pool.time().nowMs() - at)));
    }
  }

  @Override
  public void declined(SlotProcess process, Message.Declined declined) {
    if (!expected(process, declined.lease(), SlotEvent.DECLINE, declined)
        || !isConsistent(process, declined.containerId(), ExitCodes.OK)) {
      return;
    }
    Lease lease = process.lease();
    process.decline();
    pool.counters().countDeclined(declined.reason());
    LOG.info(
        () -> process + " declined " + declined.containerId() + ": " + declined.reason().key());
    pool.leases().decline(lease, declined);
    if (declined.reason() == FallbackReason.SLOT_PREPARE) {
      retire(process, "failed-prepare", "not prepared for a container: " + declined.detail());
    } else {
      retireByRule(process);
    }
  }

  @Override
  public void exited(SlotProcess process, Message.Exited exited) {
    if (!expected(process, exited.lease(), SlotEvent.EXIT, exited)
        || !isConsistent(process, exited.containerId(), exited.status())) {
      return;
    }
    process.apply(SlotEvent.EXIT);
    LOG.info(() -> exited.containerId() + ": exit status " + exited.status() + " from " + process);
    pool.leases().finish(process.lease(), exited);
    if (exited.runningAtMs() > 0) {
      pool.phases()
          .record(
              PhaseTimes.Phase.RUN, Duration.ofMillis(exited.endedAtMs() - exited.runningAtMs()));
    }
    long bound =
        Bounds.release(pool.settings().releaseTimeoutMs(), pool.settings().killGraceMs())
            .toMillis();
    pool.timers()
        .after(
            bound,
            () -> {
              if (process.state() == SlotState.RELEASING && process.holds(exited.lease())) {
                pool.counters().countRetired("release-timeout");
                supervisor.kill(process, "not cleaned up within " + bound + " ms after exit");
              }
            });
  }

  /** The status is known but counts only when the process, with all its threads, is gone. */
  @Override
  public void ending(SlotProcess process, Message.Ending ending) {
    Message.Exited exited = ending.exit();
    if (expected(process, exited.lease(), SlotEvent.EXIT, ending)
        && isConsistent(process, exited.containerId(), exited.status())) {
      process.lease().announcedExit(exited);
      pool.counters().countRetired("stubborn-threads");
      supervisor.kill(
          process, exited.containerId() + " left threads that do not end: " + ending.reason());
    }
  }

  @Override
  public void released(SlotProcess process, Message.Released released) {
    if (!expected(process, released.lease(), SlotEvent.RELEASE, released)) {
      return;
    }
    pool.phases()
        .record(PhaseTimes.Phase.RELEASE, Duration.of(released.releaseMicros(), ChronoUnit.MICROS));
    process.released(released.releaseMicros(), released.liveLoaders());
    if (!released.retireReason().isEmpty()) {
      retire(process, RetirementRule.ofSlot(released.retireReason()), released.retireReason());
      return;
    }
    rules
        .verdict(process)
        .ifPresentOrElse(
            reason -> retire(process, RetirementRule.nameIn(reason), reason), () -> free(process));
  }

  /** After a release its outcome decides; an idle slot's figures come from a collection. */
  @Override
  public void figures(SlotProcess process, Message.Figures figures) {
    process.measured(figures);
    if (process.state() == SlotState.COLLECTING) {
      process.apply(SlotEvent.COLLECTED);
    }
    if (process.state() == SlotState.FREE) {
      retireByRule(process);
    }
    if (process.state() == SlotState.FREE && !process.isTraining()) {
      holdToPromise(process);
    }
  }

  private void free(SlotProcess process) {
    process.apply(SlotEvent.RELEASE);
    holdToPromise(process);
  }

  /**
   * A free slot with more memory than it has promised gives back what it can before it takes
   * another container. When that is not enough, it is replaced: something native has stayed, or
   * classes.
   */
  private void holdToPromise(SlotProcess process) {
    pool.settings()
        .limits()
        .memory()
        .broken(process)
        .ifPresent(
            reason -> {
              if (process.need() == Message.CollectionNeed.NONE) {
                retire(process, RetirementRule.nameIn(reason), reason);
              } else {
                LOG.info(() -> process + " collects garbage at once: " + reason);
                collections.giveBack(process);
              }
            });
  }

  private void retireByRule(SlotProcess process) {
    rules
        .verdict(process)
        .ifPresent(reason -> retire(process, RetirementRule.nameIn(reason), reason));
  }

  private void retire(SlotProcess process, String rule, String reason) {
    pool.counters().countRetired(rule);
    supervisor.leave(process, reason);
  }

  /**
   * Ends a slot that reports another slot's container, or a status that no process has: its
   * container may have sent the message.
   */
  private boolean isConsistent(SlotProcess process, String containerId, int status) {
    boolean consistent =
        containerId.equals(process.lease().containerId())
            && status >= 0
            && status <= ExitCodes.HIGHEST;
    if (!consistent) {
      supervisor.kill(
          process, "spoke of exit status " + status + ", or of a container it does not hold");
    }
    return consistent;
  }

  /** What comes late from a slot that is being killed is not an error, but it is not believed. */
  private static boolean expected(
      SlotProcess process, long lease, SlotEvent event, Message message) {
    boolean fits = process.holds(lease) && process.allows(event);
    if (!fits) {
      LOG.warning(
          () ->
              process
                  + ": "
                  + message.getClass().getSimpleName()
                  + " of lease "
                  + lease
                  + " ignored");
    }
    return fits;
  }
}
