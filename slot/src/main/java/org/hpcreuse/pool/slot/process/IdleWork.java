/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.process;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * Says when a slot may do what no container waits for: when a processor of the node has nothing to
 * do, and in as many slots of the pool at a time as there are processors. The work pauses when its
 * thread has to wait for a processor, since then others wait, too: containers, clients, Hadoop's
 * daemons. On a node that is always busy, it goes on after a minute.
 *
 * <p>A lower priority would not do: without privileges a thread never gets its own one back
 * (sched(7)).
 *
 * <p>{@link #begins} and {@link #pauses} are for one thread. What works between them may be
 * another, and calls {@link #goesOn}.
 */
public final class IdleWork {
  /** How long to wait before {@link #begins} is asked again. */
  public static final Duration PAUSE = Duration.ofSeconds(1);

  private static final Duration LONGEST = Duration.ofMinutes(1);

  private static final Duration SLICE = Duration.ofMillis(200);

  /** Of a slice: how much of it the work may have waited for a processor. */
  private static final double WAIT_SHARE = 0.2;

  private final Places places;
  private final Processors processors;
  private final SlotLog log;
  private final long endNanos;
  private Closeable place;
  private Processors.Look look;
  private Thread worker;
  private Duration waited;
  private long sliceNanos;

  public IdleWork(Places places, Processors processors, SlotLog log) {
    this.places = places;
    this.processors = processors;
    this.log = log;
    endNanos = processors.clock().getAsLong() + LONGEST.toNanos();
    look = processors.new Look();
  }

  /** Whether the work may begin or go on; not when asked for the first time. */
  public boolean begins() {
    try {
      if (!look.seesIdle() && processors.clock().getAsLong() < endNanos) {
        return false;
      }
      Optional<Closeable> taken = places.tryTake();
      place = taken.orElse(null);
      return taken.isPresent();
    } catch (IOException e) {
      log.info("work without containers does not wait for idle processors: " + e);
      return true;
    }
  }

  /** Whether the calling thread may go on with the work. */
  public boolean goesOn() {
    long now = processors.clock().getAsLong();
    if (worker == Thread.currentThread() && now - sliceNanos < SLICE.toNanos()) {
      return true;
    }
    Duration sum = processors.waited();
    boolean waits =
        worker == Thread.currentThread()
            && sum.minus(waited).toNanos() > WAIT_SHARE * (now - sliceNanos);
    worker = Thread.currentThread();
    waited = sum;
    sliceNanos = now;
    return !waits || now >= endNanos;
  }

  /** The work has ended or pauses. */
  public void pauses() {
    worker = null;
    look = processors.new Look();
    if (place != null) {
      try {
        place.close();
      } catch (IOException e) {
        log.info("a place for work without containers is not given back: " + e);
      }
      place = null;
    }
  }
}
