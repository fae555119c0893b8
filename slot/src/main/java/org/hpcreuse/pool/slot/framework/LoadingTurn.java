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
 * for an idle processor, for 20 s in all: Hadoop's daemons start now, and the first job may have
 * begun. A slot that replaces another waits for nothing.
 */
public final class LoadingTurn {
  private static final Duration LOOK = Duration.ofSeconds(1);

  /** Less than a container waits for a slot ({@link Options#HOLD_MS}). */
  private static final Duration LONGEST = Duration.ofSeconds(20);

  private LoadingTurn() {}

  /**
   * Waits for the turn. Who has one loads within {@link FrameworkSupply}'s bound, or ends.
   *
   * @param number the slot's process
   * @return what ends the turn
   */
  public static Closeable take(PoolFiles files, int number, Processors processors, SlotLog log)
      throws InterruptedException {
    long endNanos = processors.clock().getAsLong() + LONGEST.toNanos();
    long slots = files.get(Options.SLOTS).stream().mapToInt(SlotClass::count).sum();
    if (number >= slots + files.get(Options.SPARES)) {
      return () -> {};
    }
    try {
      Places places = Places.forProcessors(files.dir(), "loading");
      Optional<Closeable> first = places.tryTake();
      if (first.isPresent()) {
        return first.get();
      }
      Closeable turn = places.take(number);
      awaitIdle(processors, endNanos);
      return turn;
    } catch (IOException e) {
      log.info("all slots load at once: " + e);
      return () -> {};
    }
  }

  private static void awaitIdle(Processors processors, long endNanos)
      throws IOException, InterruptedException {
    Processors.Look look = processors.new Look();
    while (!look.seesIdle() && processors.clock().getAsLong() < endNanos) {
      TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
    }
  }
}
