/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.state;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Logger;
import org.hpcreuse.pool.manager.queue.AbandonedContainers;
import org.hpcreuse.protocol.wire.Message;

/**
 * The containers in slots, and those that are over and whose status nobody has collected yet. Of
 * the latter only the last {@link #MAX_FINISHED} are kept, with shortened diagnostics, so that an
 * executor that never collects costs bounded memory.
 */
public final class Leases {
  public static final int MAX_FINISHED = 10_000;
  static final int MAX_DECLINED = 1_000;
  private static final int MAX_KEPT_DIAGNOSTICS = 1_000;
  private static final long HIGHEST_NOTED = Long.MAX_VALUE / 2;
  private static final Logger LOG = Logger.getLogger(Leases.class.getName());

  private final Outbox out;
  private final Map<String, Lease> open = new LinkedHashMap<>();
  private final Map<String, Message.Exited> finished = new LinkedHashMap<>();
  // The last containers that a slot has declined, for executors that have not heard of it.
  private final Map<String, Message.Declined> declined = new LinkedHashMap<>();
  // Of the finished ones that ran in a slot: the slot, which keeps what it has said of them.
  private final Map<String, SlotProcess> processes = new HashMap<>();
  private long lastNumber;

  /**
   * @param firstNumber leases count up from here; the wall clock in microseconds makes them unique
   *     over restarts of the manager
   */
  public Leases(Outbox out, long firstNumber) {
    this.out = out;
    lastNumber = firstNumber;
  }

  public Lease open(String containerId, String workDir, SlotProcess process, long executor) {
    Lease lease = new Lease(++lastNumber, containerId, workDir, process, executor);
    finished.remove(containerId);
    processes.remove(containerId);
    declined.remove(containerId);
    open.put(containerId, lease);
    process.grant(lease);
    return lease;
  }

  /**
   * An earlier manager has given this lease, says a slot: all that follow are newer, whatever the
   * clock says. A number that no clock has made is not believed.
   */
  public void note(long number) {
    if (number < HIGHEST_NOTED) {
      lastNumber = Math.max(lastNumber, number);
    }
  }

  /**
   * Takes up a lease that an earlier manager has given; nobody listens for its end yet. Of two for
   * one container, which was started again, the later one counts.
   */
  public Lease adopt(long number, String containerId, String workDir, SlotProcess process) {
    Lease lease = new Lease(number, containerId, workDir, process, SlotProcess.NONE);
    open.merge(containerId, lease, (one, other) -> one.number() > other.number() ? one : other);
    process.grant(lease);
    return lease;
  }

  /** Whether the container's exit status waits for this lease. */
  public boolean isOpen(Lease lease) {
    return open.get(lease.containerId()) == lease;
  }

  /** The container's lease while it has no exit status. */
  public Optional<Lease> find(String containerId) {
    return Optional.ofNullable(open.get(containerId));
  }

  /** All containers that have no exit status. */
  public Collection<Lease> open() {
    return Collections.unmodifiableCollection(open.values());
  }

  public Optional<Message.Exited> findFinished(String containerId) {
    return Optional.ofNullable(finished.get(containerId));
  }

  /**
   * The slot does not take the container. Its executor learns this now or when it asks: a manager
   * that has died since may have told it of the slot.
   */
  public void decline(Lease lease, Message.Declined why) {
    if (open.remove(lease.containerId(), lease)) {
      declined.put(why.containerId(), why);
      if (declined.size() > MAX_DECLINED) {
        declined.remove(declined.keySet().iterator().next());
      }
    }
    if (lease.executor() != SlotProcess.NONE) {
      out.send(lease.executor(), why);
    }
  }

  /** What a slot has said when it declined the container, if that was the last of it. */
  public Optional<Message.Declined> findDeclined(String containerId) {
    return Optional.ofNullable(declined.get(containerId));
  }

  /** Fixes the exit status of a lease and tells the executor, if one is listening. */
  public void finish(Lease lease, Message.Exited exited) {
    Lease current = open.get(lease.containerId());
    if (current != null && current != lease) {
      LOG.info(() -> lease.containerId() + ": the end of an earlier start, it runs again");
      return;
    }
    open.remove(lease.containerId(), lease);
    if (lease.isCollected()) {
      tellSlot(lease.process(), new Message.Collected(lease.containerId(), lease.number()));
      return;
    }
    processes.put(lease.containerId(), lease.process());
    finish(lease.executor(), exited);
  }

  /** Fixes the exit status of a container and tells the executor, if one is listening. */
  public void finish(long executor, Message.Exited exited) {
    if (executor != SlotProcess.NONE) {
      out.send(executor, exited);
    }
    keep(exited);
  }

  private void keep(Message.Exited exited) {
    finished.put(exited.containerId(), shortened(exited));
    if (finished.size() > MAX_FINISHED) {
      String oldest = finished.keySet().iterator().next();
      finished.remove(oldest);
      processes.remove(oldest);
      LOG.warning(
          () -> oldest + ": status never collected, forgotten after " + MAX_FINISHED + " others");
    }
  }

  /**
   * An executor has taken a status; the slot need not repeat it to a manager that comes after. A
   * slot that has come back from an earlier manager may say only now what that has passed on.
   */
  public void collected(Message.Collected status) {
    String id = status.containerId();
    Message.Exited kept = finished.get(id);
    if (kept != null && kept.lease() == status.lease()) {
      finished.remove(id);
      tellSlot(processes.remove(id), status);
    } else {
      find(id).filter(lease -> lease.number() == status.lease()).ifPresent(Lease::collected);
    }
  }

  private void tellSlot(SlotProcess process, Message.Collected status) {
    if (process != null && process.connection() != SlotProcess.NONE) {
      out.send(process.connection(), status);
    }
  }

  /** What no executor has taken, the oldest first. */
  public List<Message.Exited> finished() {
    return List.copyOf(finished.values());
  }

  /**
   * An executor hung up; its containers go on and wait for a {@code Reattach} ({@link
   * AbandonedContainers}).
   */
  public void executorGone(long connection) {
    for (Lease lease : open.values()) {
      if (lease.executor() == connection) {
        lease.executor(SlotProcess.NONE);
        LOG.info(() -> lease.containerId() + ": its executor hung up, the container goes on");
      }
    }
  }

  public int uncollected() {
    return finished.size();
  }

  private static Message.Exited shortened(Message.Exited exited) {
    String text = exited.diagnostics();
    if (text.length() <= MAX_KEPT_DIAGNOSTICS) {
      return exited;
    }
    return new Message.Exited(
        exited.containerId(),
        exited.lease(),
        exited.status(),
        text.substring(0, MAX_KEPT_DIAGNOSTICS) + "...",
        exited.runningAtMs(),
        exited.endedAtMs());
  }
}
