/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.core;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hpcreuse.pool.manager.process.ContainerId;
import org.hpcreuse.pool.manager.process.OrphanReaper;
import org.hpcreuse.pool.manager.process.ProcessWatch;
import org.hpcreuse.pool.manager.queue.AbandonedContainers;
import org.hpcreuse.pool.manager.queue.Dispatcher;
import org.hpcreuse.pool.manager.queue.ForkReservations;
import org.hpcreuse.pool.manager.queue.LaunchHandler;
import org.hpcreuse.pool.manager.queue.PoolShutdown;
import org.hpcreuse.pool.manager.queue.RanksWatch;
import org.hpcreuse.pool.manager.slots.CollectionPlanner;
import org.hpcreuse.pool.manager.slots.FrameworkWatch;
import org.hpcreuse.pool.manager.slots.QuietPeriod;
import org.hpcreuse.pool.manager.slots.Recovery;
import org.hpcreuse.pool.manager.slots.SlotSupervisor;
import org.hpcreuse.pool.manager.slots.TrainingPlanner;
import org.hpcreuse.pool.manager.state.Action;
import org.hpcreuse.pool.manager.state.Caller;
import org.hpcreuse.pool.manager.state.CallerStatistics;
import org.hpcreuse.pool.manager.state.Clock;
import org.hpcreuse.pool.manager.state.LoopGuard;
import org.hpcreuse.pool.manager.state.Pool;
import org.hpcreuse.pool.manager.state.PoolSettings;
import org.hpcreuse.pool.manager.state.RecoveryRecord;
import org.hpcreuse.pool.manager.state.Refusal;
import org.hpcreuse.pool.manager.state.SlotProcess;
import org.hpcreuse.pool.manager.state.SlotState;
import org.hpcreuse.protocol.ContainerMark;
import org.hpcreuse.protocol.FallbackReason;
import org.hpcreuse.protocol.wire.Message;

/**
 * All decisions of the pool manager: events in, {@link Action}s out. It does no input or output and
 * reads no clock but the injected one. It is not thread-safe: one thread calls it.
 *
 * <p>Each method stands for one event. When its handler is done, the core settles: waiting
 * containers are placed, and those who wait for the pool to be drained, checked or ended are
 * answered if it is so far. No handler has to remember to do that.
 */
public final class PoolCore implements OrphanReaper.SlotProcesses {
  private final Pool pool;
  private final Dispatcher dispatcher;
  private final SlotSupervisor supervisor;
  private final FrameworkWatch framework;
  private final QuietPeriod quiet;
  private final CollectionPlanner collections;
  private final TrainingPlanner training;
  private final Recovery recovery;
  private final ForkReservations forks;
  private final RanksWatch ranks;
  private final LaunchHandler launches;
  private final AbandonedContainers abandoned;
  private final MpiCheckHandler checks;
  private final AuditHandler audits;
  private final SlotHandler slots;
  private final DrainHandler drains;
  private final PoolShutdown poolShutdown;
  private final MpiRenewal renewal;
  private final AdminHandler admin;
  private RecoveryRecord saved = new RecoveryRecord(0, false, List.of());

  public PoolCore(PoolSettings settings, Clock time) {
    pool = Pool.of(settings, time);
    dispatcher = new Dispatcher(pool);
    supervisor = new SlotSupervisor(pool);
    framework = new FrameworkWatch(pool, supervisor);
    quiet = new QuietPeriod(pool);
    collections = new CollectionPlanner(pool, supervisor, quiet);
    training = new TrainingPlanner(pool, supervisor, quiet);
    recovery = new Recovery(pool, supervisor);
    forks = new ForkReservations(pool, supervisor);
    ranks = new RanksWatch(pool);
    launches = new LaunchHandler(pool, dispatcher, supervisor, recovery, forks, ranks);
    abandoned = new AbandonedContainers(pool, launches);
    checks = new MpiCheckHandler(pool, supervisor);
    audits = new AuditHandler(pool);
    slots = new SlotHandler(pool, supervisor, training, collections, checks, audits);
    poolShutdown = new PoolShutdown(pool, launches, supervisor);
    drains = new DrainHandler(pool, launches, poolShutdown);
    renewal = new MpiRenewal(pool, supervisor, dispatcher, forks, poolShutdown);
    admin =
        new AdminHandler(
            pool,
            supervisor,
            checks,
            audits,
            drains,
            poolShutdown,
            framework,
            new StatusReport(pool, checks, forks, renewal, framework, training));
  }

  /** {@link Message.SlotHello#startup} of the slot that has reported last; empty before one has. */
  public Map<String, String> slotStartup() {
    return slots.startup();
  }

  /** The pool begins. */
  public List<Action> start() {
    framework.look();
    supervisor.startAll();
    return settle();
  }

  /** The pool goes on where an earlier manager has died. */
  public List<Action> resume(RecoveryRecord earlier) {
    framework.look();
    if (earlier.draining()) {
      launches.drain();
    }
    recovery.begin(earlier);
    return settle();
  }

  /** A message has come from a caller that has been let in. */
  public List<Action> received(Caller caller, Message message) {
    if (message instanceof Message.ContainerRequest request
        && !ContainerId.isValid(request.containerId())) {
      String what =
          "a text of " + request.containerId().length() + " characters is no container's id";
      refuse(caller, Refusal.BAD_CONTAINER_ID, what);
    } else if (isTaken(caller, message)) {
      pool.callers().received(caller.role(), message);
    } else {
      String what = message.getClass().getSimpleName() + " is not for " + caller.role() + " to say";
      refuse(caller, Refusal.NOT_FOR_ROLE, what);
    }
    return settle();
  }

  /** A launch has come for which no memory is left; nothing of it has been kept. */
  public List<Action> noMemoryFor(Caller executor, String containerId, String detail) {
    dispatcher.decline(executor.connection(), containerId, FallbackReason.POOL_MEMORY, detail);
    return settle();
  }

  /** Memory that waiting launches take. */
  public long queuedBytes() {
    return pool.queue().bytes();
  }

  private boolean isTaken(Caller caller, Message message) {
    Message.Role role = caller.role();
    if (role == Message.Role.EXECUTOR && message instanceof Message.ExecutorRequest request) {
      request.to(launches, caller);
    } else if (role == Message.Role.ADMIN && message instanceof Message.AdminRequest request) {
      request.to(admin, caller);
    } else {
      return role == Message.Role.SLOT && slots.received(caller, message);
    }
    return true;
  }

  private void refuse(Caller caller, Refusal refusal, String what) {
    pool.callers().refused(caller, refusal, what);
    pool.out().send(caller.connection(), new Message.Refused(what));
    pool.out().add(new Action.Close(caller.connection(), what));
  }

  /** Counts and logs what is refused before it gets here. */
  public CallerStatistics callers() {
    return pool.callers();
  }

  /** Counts what fails in the event loop. */
  public LoopGuard guard() {
    return pool.guard();
  }

  /** A connection of a caller that had been let in is closed. */
  public List<Action> closed(Caller caller) {
    switch (caller.role()) {
      case EXECUTOR -> launches.closed(caller.connection());
      case SLOT -> slots.closed(caller.connection());
      case ADMIN -> admin.closed(caller.connection());
    }
    return settle();
  }

  @Override
  public boolean isSlotProcess(long pid) {
    return process(pid).isPresent();
  }

  @Override
  public Optional<ContainerMark> containerOf(long pid) {
    return process(pid)
        .flatMap(process -> Optional.ofNullable(process.lease()))
        .filter(lease -> pool.leases().isOpen(lease))
        .map(lease -> new ContainerMark(lease.containerId(), lease.workDir()));
  }

  private Optional<SlotProcess> process(long pid) {
    return pool.table().first(s -> s.pid() == pid && s.state() != SlotState.DEAD);
  }

  /** A slot's process has been started as a child. */
  public List<Action> slotStarted(int number, long pid, String log) {
    pool.table().process(number).ifPresent(s -> slots.started(s, pid, log));
    return settle();
  }

  /** A slot's process could not be started. */
  public List<Action> slotNotStarted(int number, String reason) {
    pool.table().process(number).ifPresent(s -> supervisor.gone(s, reason));
    return settle();
  }

  /** A watched process is gone; {@code detail} may say more, for example the end of its log. */
  public List<Action> processGone(long pid, String detail) {
    process(pid).ifPresent(s -> supervisor.gone(s, detail));
    return settle();
  }

  /** A watched process has been stopped for a while, and with it its container. */
  public List<Action> processStopped(long pid) {
    process(pid)
        .ifPresent(
            process ->
                supervisor.kill(
                    process, "stopped (SIGSTOP) for " + ProcessWatch.STOPPED_MS + " ms"));
    return settle();
  }

  /** The framework's files have been looked at: their fingerprint. */
  public List<Action> frameworkSeen(String fingerprint) {
    framework.seen(fingerprint);
    return settle();
  }

  /** The framework's files cannot be looked at. */
  public List<Action> frameworkNotSeen(Exception why) {
    framework.notSeen(why);
    return settle();
  }

  /** The executor of an {@link Action.Grant} is not there: its container is in no slot. */
  public List<Action> notGranted(long lease) {
    dispatcher.notGranted(lease);
    return settle();
  }

  /** mpirun has ended or could not be started. */
  public List<Action> mpirunEnded(String detail) {
    supervisor.mpirunEnded(detail);
    return settle();
  }

  /** The pool is to end, without anyone waiting for an answer. */
  public List<Action> shutdown(long timeoutMs) {
    poolShutdown.begin(SlotProcess.NONE, timeoutMs);
    return settle();
  }

  /** Time has passed. */
  public List<Action> tick() {
    pool.timers().runDue();
    return settle();
  }

  /** Until when nothing is to be done if nothing happens, on the monotonic clock. */
  public long nextDueMs() {
    // What waits for a look at the framework's files goes on when that is over, late or not.
    long queueMs = framework.isLooking() ? Long.MAX_VALUE : pool.queue().nextDeadlineMs();
    return Math.min(pool.timers().nextDueMs(), queueMs);
  }

  private List<Action> settle() {
    supervisor.review();
    forks.giveBack();
    framework.review();
    dispatcher.dispatch(framework.isLooking());
    admin.review();
    forks.review();
    launches.review();
    abandoned.review();
    checks.review();
    audits.review();
    drains.review();
    renewal.review();
    poolShutdown.review();
    quiet.review();
    collections.review();
    training.review();
    ranks.review();
    RecoveryRecord now = pool.table().recoveryRecord(pool.queue().isDraining());
    if (!now.equals(saved)) {
      saved = now;
      pool.out().addFirst(new Action.SaveRecovery(now));
    }
    return pool.out().take();
  }
}
