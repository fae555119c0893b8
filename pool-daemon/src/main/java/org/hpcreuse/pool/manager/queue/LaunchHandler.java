/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.queue;

import java.util.Optional;
import java.util.logging.Logger;
import org.hpcreuse.pool.manager.slots.Recovery;
import org.hpcreuse.pool.manager.slots.SlotSupervisor;
import org.hpcreuse.pool.manager.state.Action;
import org.hpcreuse.pool.manager.state.Caller;
import org.hpcreuse.pool.manager.state.LaunchQueue;
import org.hpcreuse.pool.manager.state.Lease;
import org.hpcreuse.pool.manager.state.Pool;
import org.hpcreuse.pool.manager.state.SlotProcess;
import org.hpcreuse.protocol.Bounds;
import org.hpcreuse.protocol.ContainerMark;
import org.hpcreuse.protocol.ContainerSignal;
import org.hpcreuse.protocol.FallbackReason;
import org.hpcreuse.protocol.wire.LaunchSpec;
import org.hpcreuse.protocol.wire.Message;

/** Serves executors. */
public final class LaunchHandler implements Message.ExecutorRequests<Caller> {
  private static final Logger LOG = Logger.getLogger(LaunchHandler.class.getName());

  private final Pool pool;
  private final Dispatcher dispatcher;
  private final SlotSupervisor supervisor;
  private final Recovery recovery;
  private final ForkReservations forks;
  private final RanksWatch ranks;

  public LaunchHandler(
      Pool pool,
      Dispatcher dispatcher,
      SlotSupervisor supervisor,
      Recovery recovery,
      ForkReservations forks,
      RanksWatch ranks) {
    this.pool = pool;
    this.ranks = ranks;
    this.forks = forks;
    this.recovery = recovery;
    this.dispatcher = dispatcher;
    this.supervisor = supervisor;
  }

  @Override
  public void fork(Caller caller, Message.Fork message) {
    forks.begin(caller.connection(), message);
  }

  @Override
  public void watchRanks(Caller caller, Message.WatchRanks message) {
    ranks.watch(caller.connection());
  }

  @Override
  public void signal(Caller caller, Message.Signal message) {
    if (isUnknownYet(message)) {
      recovery.postpone(caller, message);
    } else {
      pool.out().send(caller.connection(), signal(message.containerId(), message.signal()));
    }
  }

  @Override
  public void reattach(Caller caller, Message.Reattach message) {
    if (isUnknownYet(message)) {
      recovery.postpone(caller, message);
    } else {
      reattach(caller.connection(), message);
    }
  }

  /** A manager that has just come may not know yet which containers there are. */
  private boolean isUnknownYet(Message.ContainerRequest question) {
    String id = question.containerId();
    return recovery.isRunning()
        && !pool.queue().contains(id)
        && pool.leases().find(id).isEmpty()
        && pool.leases().findFinished(id).isEmpty();
  }

  /** What an earlier manager has not heard; its slots may come back with that status. */
  @Override
  public void collected(Caller caller, Message.Collected message) {
    if (recovery.isRunning()) {
      recovery.postpone(caller, message);
    }
    pool.leases().collected(message);
  }

  /** Answers what could not be answered before. */
  public void review() {
    for (Recovery.Question question : recovery.review()) {
      question.message().to(this, question.caller());
    }
  }

  public void closed(long connection) {
    ranks.closed(connection);
    recovery.closed(connection);
    forks.closed(connection);
    pool.queue()
        .removeIf(w -> w.executor() == connection)
        .forEach(w -> LOG.info(() -> w.spec().containerId() + ": its executor no longer waits"));
    pool.leases().executorGone(connection);
  }

  /** From now on no container gets a slot, until the drain is undone. */
  public void drain() {
    pool.queue().drain();
    dispatcher.declineAll(FallbackReason.DRAINING, "the pool gives out no more slots");
  }

  @Override
  public void launch(Caller caller, Message.Launch message) {
    long executor = caller.connection();
    LaunchSpec spec = message.spec();
    String id = spec.containerId();
    Optional<String> defect = spec.defect();
    if (defect.isPresent()) {
      dispatcher.decline(executor, id, FallbackReason.MALFORMED_LAUNCH, defect.get());
    } else if (pool.queue().isDraining()) {
      dispatcher.decline(executor, id, FallbackReason.DRAINING, "the pool gives out no more slots");
    } else if (pool.queue().contains(id) || pool.leases().find(id).isPresent()) {
      dispatcher.decline(
          executor, id, FallbackReason.DUPLICATE_CONTAINER, "it is in the pool already");
    } else if (spec.needsMpi() && !pool.settings().withMpi()) {
      dispatcher.decline(executor, id, FallbackReason.NO_MPI, "the pool runs without MPI");
    } else if (spec.heapMb() > pool.table().largestHeapMb()) {
      dispatcher.decline(
          executor,
          id,
          FallbackReason.HEAP_TOO_LARGE,
          spec.heapMb() + " MiB asked, largest slot " + pool.table().largestHeapMb() + " MiB");
    } else {
      long holdMs = Math.max(0, message.holdMs());
      long now = pool.time().nowMs();
      pool.queue()
          .add(new LaunchQueue.Waiting(spec, executor, now, holdMs, pool.timers().due(holdMs)));
    }
  }

  private void reattach(long executor, Message.Reattach question) {
    String containerId = question.containerId();
    Optional<Lease> lease = pool.leases().find(containerId);
    Optional<Message.Exited> finished = pool.leases().findFinished(containerId);
    if (lease.isPresent()) {
      lease.get().executor(executor);
      pool.out().send(executor, lease.get().assigned());
    } else if (finished.isPresent()) {
      pool.out().send(executor, finished.get());
    } else if (declined(question).isPresent()) {
      pool.out().send(executor, declined(question).get());
    } else if (neverRun(question)) {
      String detail = "the pool manager died before slot pid " + question.slotPid() + " got it";
      pool.out()
          .send(
              executor,
              new Message.Declined(
                  containerId, question.lease(), FallbackReason.UNKNOWN_CONTAINER, detail));
    } else {
      // Its slot may have died with an earlier manager, which would have ended what it has started.
      String detail = "it is not in this pool, and has not been recently";
      Message answer =
          new Message.Declined(containerId, 0, FallbackReason.UNKNOWN_CONTAINER, detail);
      pool.out()
          .add(
              new Action.EndMarked(
                  new ContainerMark(containerId, ""), new Action.Send(executor, answer)));
    }
  }

  /** What a slot has said; a container may have had another slot since. */
  private Optional<Message.Declined> declined(Message.Reattach question) {
    return pool.leases()
        .findDeclined(question.containerId())
        .filter(found -> question.lease() == 0 || question.lease() == found.lease());
  }

  /**
   * Whether an earlier manager has told the executor of a slot and died before it told the slot.
   * The slot lives and says so; of one that is gone nobody knows.
   */
  private boolean neverRun(Message.Reattach question) {
    return question.lease() > 0
        && pool.table()
            .first(process -> process.pid() == question.slotPid())
            .filter(process -> process.neverHad(question.lease()))
            .isPresent();
  }

  private Message signal(String containerId, ContainerSignal signal) {
    if (pool.queue().contains(containerId)) {
      return signalQueued(containerId, signal);
    }
    Optional<Lease> lease = pool.leases().find(containerId);
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
      LaunchQueue.Waiting waiting = pool.queue().remove(containerId).orElseThrow();
      pool.leases()
          .finish(
              waiting.executor(),
              new Message.Exited(
                  containerId,
                  0,
                  signal.exitStatus(),
                  "killed before it got a slot",
                  0,
                  pool.time().nowEpochMs()));
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
    pool.out().send(process.connection(), new Message.SignalLease(lease.number(), signal));
    if (signal != ContainerSignal.KILL) {
      return;
    }
    lease.kill();
    long bound = Bounds.kill(pool.settings().killGraceMs()).toMillis();
    pool.timers()
        .after(
            bound,
            () -> {
              if (pool.leases().find(lease.containerId()).filter(l -> l == lease).isPresent()) {
                supervisor.kill(
                    process,
                    lease.containerId() + " did not end within " + bound + " ms after KILL");
              }
            });
  }
}
