/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.framework;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.hpcreuse.pool.slot.process.Places;
import org.hpcreuse.pool.slot.process.Processors;
import org.hpcreuse.pool.slot.process.SlotLog;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.option.Options;
import org.hpcreuse.protocol.option.SlotClass;

/**
 * The turn of a slot to load the framework when a whole pool starts. As many slots as there are
 * processors load at once, so that the first ones serve while the others load. The others also wait
 * for an idle processor: Hadoop's daemons start now, and the first job may have begun. A slot that
 * replaces another waits for nothing.
 */
public final class LoadingTurn {
  /** How often it is tried: the kernel tells nobody that a lock is free, within a bound. */
  private static final Duration PAUSE = Duration.ofMillis(200);

  private static final Duration LOOK = Duration.ofSeconds(1);

  /** How long a slot waits for idle processors, its wait for the turn included. */
  private static final Duration IDLE_BOUND = Duration.ofSeconds(20);

  /** Of the time that a pool has for its start: what a slot waits for its turn at most. */
  private static final int PART_OF_START = 4;

  private final Processors processors;
  private final long beginNanos;

  private LoadingTurn(Processors processors) {
    this.processors = processors;
    beginNanos = processors.clock().getAsLong();
  }

  /**
   * Waits for the turn, within a bound: a slot that has no turn then loads without.
   *
   * @param number the slot's process
   * @return what ends the turn
   */
  public static Closeable take(PoolFiles files, int number, Processors processors, SlotLog log)
      throws InterruptedException {
    long slots = files.get(Options.SLOTS).stream().mapToInt(SlotClass::count).sum();
    if (number >= slots + files.get(Options.SPARES)) {
      return () -> {};
    }
    Places places = Places.of(files.dir(), "loading", processors.count());
    Duration bound = Duration.ofMillis(files.get(Options.START_TIMEOUT_MS) / PART_OF_START);
    try {
      return new LoadingTurn(processors).take(places, bound, log);
    } catch (IOException e) {
      log.info("all slots load at once: " + e);
      return () -> {};
    }
  }

  private Closeable take(Places places, Duration bound, SlotLog log)
      throws IOException, InterruptedException {
    Optional<Closeable> turn = places.tryTake();
    if (turn.isPresent()) {
      return turn.get();
    }
    while (turn.isEmpty() && isWithin(bound)) {
      TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
      turn = places.tryTake();
    }
    if (turn.isEmpty()) {
      log.info("no turn to load within " + bound + ": others load for so long");
      return () -> {};
    }
    awaitIdle(log);
    return turn.get();
  }

  private void awaitIdle(SlotLog log) throws InterruptedException {
    try {
      Processors.Look look = processors.new Look();
      while (!look.seesIdle() && isWithin(IDLE_BOUND)) {
        TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
      }
    } catch (IOException e) {
      log.info("the slot does not wait for an idle processor: " + e);
    }
  }

  private boolean isWithin(Duration bound) {
    return processors.clock().getAsLong() - beginNanos < bound.toNanos();
  }
}
