/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.queue;

import java.util.Optional;
import java.util.logging.Logger;
import org.hpcreuse.pool.manager.caller.Caller;
import org.hpcreuse.pool.manager.slots.Recovery;
import org.hpcreuse.pool.manager.slots.SlotSupervisor;
import org.hpcreuse.pool.manager.state.Action;
import org.hpcreuse.pool.manager.state.LaunchQueue;
import org.hpcreuse.pool.manager.state.Lease;
import org.hpcreuse.pool.manager.state.Leases;
import org.hpcreuse.pool.manager.state.Outbox;
import org.hpcreuse.pool.manager.state.Pool;
import org.hpcreuse.pool.manager.state.PoolSettings;
import org.hpcreuse.pool.manager.state.SlotProcess;
import org.hpcreuse.pool.manager.state.SlotTable;
import org.hpcreuse.pool.manager.time.Clock;
import org.hpcreuse.pool.manager.time.Timers;
import org.hpcreuse.protocol.Bounds;
import org.hpcreuse.protocol.ContainerMark;
import org.hpcreuse.protocol.ContainerSignal;
import org.hpcreuse.protocol.FallbackReason;
import org.hpcreuse.protocol.wire.LaunchSpec;
import org.hpcreuse.protocol.wire.Message;

/** Serves executors. */
public final class LaunchHandler {
  private static final Logger LOG = Logger.getLogger(LaunchHandler.class.getName());

  private final PoolSettings settings;
  private final SlotTable table;
  private final LaunchQueue queue;
  private final Leases leases;
  private final Dispatcher dispatcher;
  private final SlotSupervisor supervisor;
  private final Clock time;
  private final Timers timers;
  private final Outbox out;
  private final Recovery recovery;
  private final ForkReservations forks;
  private boolean draining;

  public LaunchHandler(
      Pool pool,
      Dispatcher dispatcher,
      SlotSupervisor supervisor,
      Recovery recovery,
      ForkReservations forks) {
    this.forks = forks;
    this.recovery = recovery;
    this.settings = pool.settings();
    this.table = pool.table();
    this.queue = pool.queue();
    this.leases = pool.leases();
    this.dispatcher = dispatcher;
    this.supervisor = supervisor;
    this.time = pool.time();
    this.timers = pool.timers();
    this.out = pool.out();
  }

  /**
   * Takes a message from an executor.
   *
   * @return whether it is one an executor may send
   */
  public boolean received(Caller caller, Message message) {
    if (message instanceof Message.Launch launch) {
      launch(caller.connection(), launch);
    } else if (message instanceof Message.Collected collected) {
      collected(caller, collected);
    } else if (message instanceof Message.Fork fork) {
      forks.begin(caller.connection(), fork);
    } else if (message instanceof Message.Reattach reattach) {
      ask(caller, message, reattach.containerId());
    } else if (message instanceof Message.Signal signal) {
      ask(caller, message, signal.containerId());
    } else {
      return false;
    }
    return true;
  }

  /** A question about a container; a manager that has just come may not know the answer yet. */
  private void ask(Caller caller, Message message, String containerId) {
    boolean known =
        queue.contains(containerId)
            || leases.find(containerId).isPresent()
            || leases.findFinished(containerId).isPresent();
    if (recovery.isRunning() && !known) {
      recovery.postpone(caller, message);
    } else if (message instanceof Message.Signal signal) {
      out.send(caller.connection(), signal(containerId, signal.signal()));
    } else {
      reattach(caller.connection(), (Message.Reattach) message);
    }
  }

  /** What an earlier manager has not heard; its slots may come back with that status. */
  private void collected(Caller caller, Message.Collected status) {
    if (recovery.isRunning()) {
      recovery.postpone(caller, status);
    }
    leases.collected(status);
  }

  /** Answers what could not be answered before. */
  public void review() {
    for (Recovery.Question question : recovery.review()) {
      received(question.caller(), question.message());
    }
  }

  public void closed(long connection) {
    recovery.closed(connection);
    forks.closed(connection);
    queue
        .removeIf(w -> w.executor() == connection)
        .forEach(w -> LOG.info(() -> w.spec().containerId() + ": its executor no longer waits"));
    leases.executorGone(connection);
  }

  /** From now on no container gets a slot, until {@link #endDrain}. */
  public void drain() {
    draining = true;
    dispatcher.declineAll(FallbackReason.DRAINING, "the pool gives out no more slots");
  }

  /** Containers get slots again. */
  public void endDrain() {
    draining = false;
  }

  public boolean isDraining() {
    return draining;
  }

  private void launch(long executor, Message.Launch launch) {
    LaunchSpec spec = launch.spec();
    String id = spec.containerId();
    Optional<String> defect = spec.defect();
    if (defect.isPresent()) {
      dispatcher.decline(executor, id, FallbackReason.MALFORMED_LAUNCH, defect.get());
    } else if (draining) {
      dispatcher.decline(executor, id, FallbackReason.DRAINING, "the pool gives out no more slots");
    } else if (queue.contains(id) || leases.find(id).isPresent()) {
      dispatcher.decline(
          executor, id, FallbackReason.DUPLICATE_CONTAINER, "it is in the pool already");
    } else if (spec.needsMpi() && !settings.withMpi()) {
      dispatcher.decline(executor, id, FallbackReason.NO_MPI, "the pool runs without MPI");
    } else if (spec.heapMb() > table.largestHeapMb()) {
      dispatcher.decline(
          executor,
          id,
          FallbackReason.HEAP_TOO_LARGE,
          spec.heapMb() + " MiB asked, largest slot " + table.largestHeapMb() + " MiB");
    } else {
      long holdMs = Math.max(0, launch.holdMs());
      long now = time.nowMs();
      queue.add(new LaunchQueue.Waiting(spec, executor, now, holdMs, timers.due(holdMs)));
    }
  }

  private void reattach(long executor, Message.Reattach question) {
    String containerId = question.containerId();
    Optional<Lease> lease = leases.find(containerId);
    Optional<Message.Exited> finished = leases.findFinished(containerId);
    if (lease.isPresent()) {
      lease.get().executor(executor);
      out.send(executor, lease.get().assigned());
    } else if (finished.isPresent()) {
      out.send(executor, finished.get());
    } else if (declined(question).isPresent()) {
      out.send(executor, declined(question).get());
    } else if (neverRun(question)) {
      String detail = "the pool manager died before slot pid " + question.slotPid() + " got it";
      out.send(
          executor,
          new Message.Declined(
              containerId, question.lease(), FallbackReason.UNKNOWN_CONTAINER, detail));
    } else {
      // Its slot may have died with an earlier manager, which would have ended what it has started.
      String detail = "it is not in this pool, and has not been recently";
      Message answer =
          new Message.Declined(containerId, 0, FallbackReason.UNKNOWN_CONTAINER, detail);
      out.add(
          new Action.EndMarked(
              new ContainerMark(containerId, ""), new Action.Send(executor, answer)));
    }
  }

  /** What a slot has said; a container may have had another slot since. */
  private Optional<Message.Declined> declined(Message.Reattach question) {
    return leases
        .findDeclined(question.containerId())
        .filter(found -> question.lease() == 0 || question.lease() == found.lease());
  }

  /**
   * Whether an earlier manager has told the executor of a slot and died before it told the slot.
   * The slot lives and says so; of one that is gone nobody knows.
   */
  private boolean neverRun(Message.Reattach question) {
    return question.lease() > 0
        && table
            .first(process -> process.pid() == question.slotPid())
            .filter(process -> process.neverHad(question.lease()))
            .isPresent();
  }

  private Message signal(String containerId, ContainerSignal signal) {
    if (queue.contains(containerId)) {
      return signalQueued(containerId, signal);
    }
    Optional<Lease> lease = leases.find(containerId);
    if (lease.isEmpty()) {
      return new Message.Refused(containerId + " is not in the pool, or no longer");
    }
    if (signal != ContainerSignal.NULL) {
      signalLease(lease.get(), signal);
    }
    return new Message.Done();
  }

  private Message signalQueued(String containerId, ContainerSignal signal) {
    if (signal == ContainerSignal.QUIT) {
      return new Message.Refused(containerId + " waits for a slot, it has no threads to show");
    }
    if (signal != ContainerSignal.NULL) {
      LaunchQueue.Waiting waiting = queue.remove(containerId).orElseThrow();
      leases.finish(
          waiting.executor(),
          new Message.Exited(
              containerId,
              0,
              signal.exitStatus(),
              "killed before it got a slot",
              0,
              time.nowEpochMs()));
    }
    return new Message.Done();
  }

  /** Ends a container whatever it does. */
  void kill(Lease lease) {
    signalLease(lease, ContainerSignal.KILL);
  }

  private void signalLease(Lease lease, ContainerSignal signal) {
    SlotProcess process = lease.process();
    LOG.info(() -> lease.containerId() + ": " + signal + " to " + process);
    out.send(process.connection(), new Message.SignalLease(lease.number(), signal));
    if (signal != ContainerSignal.KILL) {
      return;
    }
    lease.kill();
    long bound = Bounds.kill(settings.killGraceMs()).toMillis();
    timers.after(
        bound,
        () -> {
          if (leases.find(lease.containerId()).filter(l -> l == lease).isPresent()) {
            supervisor.kill(
                process, lease.containerId() + " did not end within " + bound + " ms after KILL");
          }
        });
  }
}
