/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.state;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.hpcreuse.protocol.wire.LaunchSpec;

/** Containers that wait for a slot, first come first served. */
public final class LaunchQueue {
  /**
   * A container that waits.
   *
   * @param spec the container
   * @param executor connection that asked
   * @param sinceMs since when, on the monotonic clock
   * @param holdMs how long it may wait, milliseconds
   * @param deadlineMs until when, on the monotonic clock
   */
  public record Waiting(
      LaunchSpec spec, long executor, long sinceMs, long holdMs, long deadlineMs) {}

  private final List<Waiting> waiting = new ArrayList<>();
  private boolean draining;

  /** From now on the pool gives out no slots, until {@link #endDrain}. */
  public void drain() {
    draining = true;
  }

  /** Containers get slots again. */
  public void endDrain() {
    draining = false;
  }

  public boolean isDraining() {
    return draining;
  }

  public void add(Waiting request) {
    waiting.add(request);
  }

  public boolean isEmpty() {
    return waiting.isEmpty();
  }

  public int size() {
    return waiting.size();
  }

  /** Memory that the programs of those who wait take. */
  public long bytes() {
    return waiting.stream().mapToLong(w -> w.spec().program().bytes().length).sum();
  }

  public boolean contains(String containerId) {
    return waiting.stream().anyMatch(w -> w.spec().containerId().equals(containerId));
  }

  public Optional<Waiting> remove(String containerId) {
    return removeIf(w -> w.spec().containerId().equals(containerId)).stream().findFirst();
  }

  /** Takes out, in order, what matches. */
  public List<Waiting> removeIf(Predicate<Waiting> test) {
    List<Waiting> removed = new ArrayList<>();
    for (Iterator<Waiting> all = waiting.iterator(); all.hasNext(); ) {
      Waiting next = all.next();
      if (test.test(next)) {
        all.remove();
        removed.add(next);
      }
    }
    return removed;
  }

  /**
   * Lets those that match wait once more for as long as they were to wait; they keep their order.
   */
  public void prolong(Predicate<Waiting> test, long nowMs) {
    waiting.replaceAll(
        w ->
            test.test(w)
                ? new Waiting(w.spec(), w.executor(), w.sinceMs(), w.holdMs(), nowMs + w.holdMs())
                : w);
  }

  /** The earliest deadline; {@link Long#MAX_VALUE} when nobody waits. */
  public long nextDeadlineMs() {
    return waiting.stream().mapToLong(Waiting::deadlineMs).min().orElse(Long.MAX_VALUE);
  }
}
