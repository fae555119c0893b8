/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager;

import java.util.List;
import java.util.Optional;
import org.hpcreuse.protocol.Message;

/**
 * All decisions of the pool manager: events in, {@link Action}s out. It does no input or output but
 * to ask the injected {@link FrameworkFiles}, reads no clock but the injected one, and is not
 * thread-safe: one thread calls it.
 *
 * <p>Each method stands for one event. When its desk has dealt with it, the core settles: waiting
 * containers are placed, and those who wait for the pool to be drained, checked or ended are
 * answered if it is so far. No desk has to remember to do that.
 */
final class PoolCore implements Aftermath.Seats {
  private final Pool pool;
  private final Dispatcher dispatcher;
  private final SlotKeeper keeper;
  private final FrameworkDesk framework;
  private final Recovery recovery;
  private final ForkDesk forks;
  private final LaunchDesk launches;
  private final Orphans orphans;
  private final MpiCheckDesk checks;
  private final AuditDesk audits;
  private final SlotDesk slots;
  private final DrainDesk drains;
  private final Ending ending;
  private final MpiRenewal renewal;
  private final AdminDesk admin;
  private PoolMemory memory = new PoolMemory(0, false, List.of());

  PoolCore(PoolSettings settings, FrameworkFiles frameworkFiles, Time time) {
    pool = Pool.of(settings, time);
    dispatcher = new Dispatcher(pool);
    keeper = new SlotKeeper(pool);
    framework = new FrameworkDesk(pool, keeper, frameworkFiles);
    recovery = new Recovery(pool, keeper);
    forks = new ForkDesk(pool, keeper);
    launches = new LaunchDesk(pool, dispatcher, keeper, recovery, forks);
    orphans = new Orphans(pool, launches);
    checks = new MpiCheckDesk(pool, keeper);
    audits = new AuditDesk(pool);
    slots = new SlotDesk(pool, keeper, checks, audits);
    drains = new DrainDesk(pool, launches);
    ending = new Ending(pool, launches, keeper);
    renewal = new MpiRenewal(pool, keeper, dispatcher, forks, ending);
    admin =
        new AdminDesk(
            pool,
            keeper,
            checks,
            audits,
            drains,
            ending,
            framework,
            new StatusReport(pool, checks, launches, forks, renewal, framework));
  }

  /** The pool begins. */
  List<Action> start() {
    keeper.startAll();
    return settle();
  }

  /** The pool goes on where an earlier manager has died. */
  List<Action> resume(PoolMemory earlier) {
    if (earlier.draining()) {
      launches.drain();
    }
    recovery.begin(earlier);
    return settle();
  }

  /** A message has come from a caller that has been let in. */
  List<Action> received(Caller caller, Message message) {
    Optional<String> id =
        caller.role() == Message.Role.EXECUTOR ? ContainerId.of(message) : Optional.empty();
    if (id.isPresent() && !ContainerId.isValid(id.get())) {
      String what = "a text of " + id.get().length() + " characters is no container's id";
      refuse(caller, Refusal.BAD_CONTAINER_ID, what);
    } else if (isTaken(caller, message)) {
      pool.traffic().heard(caller.role(), message);
    } else {
      String what = message.getClass().getSimpleName() + " is not for " + caller.role() + " to say";
      refuse(caller, Refusal.NOT_FOR_ROLE, what);
    }
    return settle();
  }

  private boolean isTaken(Caller caller, Message message) {
    return switch (caller.role()) {
      case EXECUTOR -> launches.received(caller, message);
      case SLOT -> slots.received(caller, message);
      case ADMIN -> admin.received(caller, message);
    };
  }

  private void refuse(Caller caller, Refusal refusal, String what) {
    pool.traffic().refused(caller, refusal, what);
    pool.out().send(caller.connection(), new Message.Refused(what));
    pool.out().add(new Action.Close(caller.connection(), what));
  }

  /** Counts and logs what is refused before it gets here. */
  Traffic traffic() {
    return pool.traffic();
  }

  /** Counts what fails in the event loop. */
  LoopGuard guard() {
    return pool.guard();
  }

  /** A connection of a caller that had been let in is closed. */
  List<Action> closed(Caller caller) {
    switch (caller.role()) {
      case EXECUTOR -> launches.closed(caller.connection());
      case SLOT -> slots.closed(caller.connection());
      case ADMIN -> admin.closed(caller.connection());
    }
    return settle();
  }

  @Override
  public boolean isSeat(long pid) {
    return seat(pid).isPresent();
  }

  @Override
  public Optional<ContainerMark> containerOf(long pid) {
    return seat(pid)
        .flatMap(seat -> Optional.ofNullable(seat.lease()))
        .filter(lease -> pool.leases().isOpen(lease))
        .map(lease -> new ContainerMark(lease.containerId(), lease.workDir()));
  }

  private Optional<Seat> seat(long pid) {
    return pool.table().first(s -> s.pid() == pid && s.state() != SlotState.DEAD);
  }

  /** A seat's process has been started as a child. */
  List<Action> slotStarted(int seat, long pid, String log) {
    pool.table().seat(seat).ifPresent(s -> keeper.started(s, pid, log));
    return settle();
  }

  /** A seat's process could not be started. */
  List<Action> slotNotStarted(int seat, String reason) {
    pool.table().seat(seat).ifPresent(s -> keeper.gone(s, reason));
    return settle();
  }

  /** A watched process is gone; {@code detail} may say more, for example the end of its log. */
  List<Action> processGone(long pid, String detail) {
    seat(pid).ifPresent(s -> keeper.gone(s, detail));
    return settle();
  }

  /** A watched process has been stopped for a while, and with it its container. */
  List<Action> processStopped(long pid) {
    seat(pid)
        .ifPresent(
            seat -> keeper.kill(seat, "stopped (SIGSTOP) for " + ProcessWatch.STOPPED_MS + " ms"));
    return settle();
  }

  /** mpirun has ended or could not be started. */
  List<Action> mpirunEnded(String detail) {
    keeper.mpirunEnded(detail);
    return settle();
  }

  /** The pool is to end, without anyone waiting for an answer. */
  List<Action> shutdown(long timeoutMs) {
    ending.begin(Seat.NONE, timeoutMs);
    return settle();
  }

  /** Time has passed. */
  List<Action> tick() {
    pool.timers().runDue();
    return settle();
  }

  /** Until when nothing is to be done if nothing happens, on the monotonic clock. */
  long nextDueMs() {
    return Math.min(pool.timers().nextDueMs(), pool.queue().nextDeadlineMs());
  }

  private List<Action> settle() {
    forks.giveBack();
    framework.review();
    dispatcher.dispatch();
    forks.review();
    launches.review();
    orphans.review();
    checks.review();
    audits.review();
    drains.review();
    renewal.review();
    ending.review();
    PoolMemory now = pool.table().memory(launches.isDraining());
    if (!now.equals(memory)) {
      memory = now;
      pool.out().addFirst(new Action.Remember(now));
    }
    return pool.out().take();
  }
}
