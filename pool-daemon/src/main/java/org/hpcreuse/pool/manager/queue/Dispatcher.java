/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.queue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.logging.Logger;
import org.hpcreuse.pool.manager.state.Action;
import org.hpcreuse.pool.manager.state.LaunchQueue;
import org.hpcreuse.pool.manager.state.Lease;
import org.hpcreuse.pool.manager.state.PhaseTimes;
import org.hpcreuse.pool.manager.state.Pool;
import org.hpcreuse.pool.manager.state.SlotEvent;
import org.hpcreuse.pool.manager.state.SlotProcess;
import org.hpcreuse.protocol.FallbackReason;
import org.hpcreuse.protocol.wire.Message;

/**
 * Gives free slots to waiting containers.
 *
 * <p>The queue is walked from its head after every event, and each container takes the best free
 * slot that fits it. One that cannot be placed stays where it is and the walk goes on: whatever is
 * free at that moment is too small for it, so that those behind it take nothing from it. No one is
 * therefore overtaken on a slot it could use, and a large container at the head does not stop small
 * ones.
 */
public final class Dispatcher {
  private final Pool pool;
  private static final Logger LOG = Logger.getLogger(Dispatcher.class.getName());

  private boolean paused;

  public Dispatcher(Pool pool) {
    this.pool = pool;
  }

  /** While paused, containers wait, though no slot may be alive. */
  public void pause(boolean value) {
    paused = value;
  }

  /**
   * Places what can be placed, then declines what cannot be or has waited long enough.
   *
   * @param later whether something comes within a short bound that decides on free slots
   */
  public void dispatch(boolean later) {
    if (later) {
      return;
    }
    if (!paused) {
      pool.queue().removeIf(this::place);
      for (LaunchQueue.Waiting late :
          pool.queue().removeIf(w -> !pool.table().canServe(w.spec()))) {
        if (late.spec().needsMpi()) {
          decline(late, FallbackReason.NO_MPI, "no slot with MPI that fits is alive or starting");
        } else {
          decline(late, FallbackReason.POOL_DOWN, "no slot that fits is alive or starting");
        }
      }
    }
    long now = pool.time().nowMs();
    pool.queue().prolong(w -> w.deadlineMs() <= now && pool.table().isToCome(w.spec()), now);
    for (LaunchQueue.Waiting late : pool.queue().removeIf(w -> w.deadlineMs() <= now)) {
      decline(late, FallbackReason.POOL_BUSY, busy(late));
    }
  }

  /** Declines everything that waits. */
  void declineAll(FallbackReason reason, String detail) {
    for (LaunchQueue.Waiting waiting : pool.queue().removeIf(w -> true)) {
      decline(waiting, reason, detail);
    }
  }

  void decline(LaunchQueue.Waiting waiting, FallbackReason reason, String detail) {
    decline(waiting.executor(), waiting.spec().containerId(), reason, detail);
  }

  /** Tells an executor that its container has not been started and will not be. */
  public void decline(long executor, String containerId, FallbackReason reason, String detail) {
    pool.counters().countDeclined(reason);
    LOG.info(() -> containerId + ": declined, " + reason.key() + ": " + detail);
    pool.out().send(executor, new Message.Declined(containerId, 0, reason, detail));
  }

  private boolean place(LaunchQueue.Waiting waiting) {
    Optional<SlotProcess> free = pool.table().pick(waiting.spec());
    free.ifPresent(process -> grant(waiting, process));
    return free.isPresent();
  }

  /**
   * The executor hears of it first. So a container is in no slot whose executor has heard of none
   * when this manager dies. When it dies between the two messages, the slot knows that it has not
   * got the container, and tells the next manager.
   */
  private void grant(LaunchQueue.Waiting waiting, SlotProcess process) {
    String containerId = waiting.spec().containerId();
    Lease lease =
        pool.leases().open(containerId, waiting.spec().workDir(), process, waiting.executor());
    LOG.info(() -> containerId + ": lease " + lease.number() + " of " + process);
    long now = pool.time().nowMs();
    lease.grantedAtMs(now);
    pool.phases().record(PhaseTimes.Phase.QUEUE, Duration.ofMillis(now - waiting.sinceMs()));
    pool.out()
        .add(
            new Action.Grant(
                waiting.executor(),
                lease.assigned(),
                process.connection(),
                new Message.Run(lease.number(), waiting.spec())));
  }

  /** The executor has given the launch up before the slot knew of it: the slot is free again. */
  public void notGranted(long leaseNumber) {
    for (Lease lease : List.copyOf(pool.leases().open())) {
      SlotProcess process = lease.process();
      if (lease.number() == leaseNumber
          && process.holds(leaseNumber)
          && process.allows(SlotEvent.DECLINE)) {
        LOG.info(() -> lease.containerId() + ": given up by its executor, not run");
        process.decline();
        pool.leases()
            .decline(
                lease,
                new Message.Declined(
                    lease.containerId(),
                    leaseNumber,
                    FallbackReason.UNKNOWN_CONTAINER,
                    "its executor had hung up before the slot knew of it"));
      }
    }
  }

  private String busy(LaunchQueue.Waiting late) {
    long busy = pool.table().holders().stream().filter(s -> s.state().isBusy()).count();
    return String.format(
        "no slot of %d MiB or more%s free within %d ms (slots=%d busy=%d waiting=%d)",
        late.spec().heapMb(),
        late.spec().needsMpi() ? " with MPI" : "",
        late.holdMs(),
        pool.table().slotCount(),
        busy,
        pool.queue().size() + 1);
  }
}
