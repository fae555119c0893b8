/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.state;

import java.util.PriorityQueue;

/**
 * Things to do later. A task looks whether its cause still stands (the lease is the same, the state
 * has not changed), so that no timer has to be cancelled; those of waits that a caller chooses are,
 * since they may be due in years.
 */
public final class Timers {
  /** A task that waits. */
  public record Timer(long dueMs, long order, Runnable task) implements Comparable<Timer> {
    @Override
    public int compareTo(Timer other) {
      int byDue = Long.compare(dueMs, other.dueMs);
      return byDue != 0 ? byDue : Long.compare(order, other.order);
    }
  }

  private final Clock time;
  private final PriorityQueue<Timer> timers = new PriorityQueue<>();
  private long count;

  public Timers(Clock time) {
    this.time = time;
  }

  /** Runs the task once at least {@code delayMs} have passed. */
  public Timer after(long delayMs, Runnable task) {
    Timer timer = new Timer(due(delayMs), count++, task);
    timers.add(timer);
    return timer;
  }

  /** Forgets a task; nothing when it has been run. */
  public void cancel(Timer timer) {
    timers.remove(timer);
  }

  /**
   * When a wait that begins now is over, on the monotonic clock. Callers choose their waits: one
   * beyond the clock's end never is, and one below zero is at once.
   */
  public long due(long delayMs) {
    long now = time.nowMs();
    return delayMs > Long.MAX_VALUE - now ? Long.MAX_VALUE : now + Math.max(0, delayMs);
  }

  /** When the next timer is due on the monotonic clock; {@link Long#MAX_VALUE} without any. */
  public long nextDueMs() {
    return timers.isEmpty() ? Long.MAX_VALUE : timers.peek().dueMs();
  }

  public void runDue() {
    long now = time.nowMs();
    while (!timers.isEmpty() && timers.peek().dueMs() <= now) {
      timers.poll().task().run();
    }
  }
}
