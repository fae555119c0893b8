/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.framework;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.hpcreuse.pool.slot.process.Places;
import org.hpcreuse.pool.slot.process.Processors;
import org.hpcreuse.pool.slot.process.SlotLog;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.option.Options;
import org.hpcreuse.protocol.option.SlotClass;

/**
 * The turn of a slot to load the framework when a whole pool starts. As many slots as the node has
 * processors load at once: the largest, for ApplicationMasters, and one of each further size before
 * others of the same. They serve while the others load. Each of these follows the one that comes so
 * many places before it, spares at the end, and waits for an idle processor: Hadoop's daemons start
 * now, and the first job may have begun. A slot that replaces another waits for nothing.
 *
 * <p>Each has a lock while it waits and loads, which the kernel gives back when it ends. A slot
 * that has not come to its lock yet counts as one that has loaded: the order is a wish, and what
 * nobody waits for too long.
 */
public final class LoadingTurn {
  /** How often it is tried: the kernel tells nobody that a lock is free, within a bound. */
  private static final Duration PAUSE = Duration.ofMillis(200);

  private static final Duration LOOK = Duration.ofSeconds(1);

  /** How long a slot waits for idle processors, its wait for the turn included. */
  private static final Duration IDLE_BOUND = Duration.ofMinutes(1);

  /** Of the time that a pool has for its start: what a slot waits for its turn at most. */
  private static final int PART_OF_START = 4;

  private final Processors processors;
  private final SlotLog log;
  private final long beginNanos;

  private LoadingTurn(Processors processors, SlotLog log) {
    this.processors = processors;
    this.log = log;
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
    List<Integer> order = order(files.get(Options.SLOTS), files.get(Options.SPARES).intValue());
    int position = order.indexOf(number);
    if (position < 0) {
      return () -> {};
    }
    Places places = Places.of(files.dir(), "loading", order.size());
    Duration bound = Duration.ofMillis(files.get(Options.START_TIMEOUT_MS) / PART_OF_START);
    try {
      return new LoadingTurn(processors, log).take(places, position, bound);
    } catch (IOException e) {
      log.info("all slots load at once: " + e);
      return () -> {};
    }
  }

  /** The numbers of a new pool's processes: one of each size from the largest on, then the rest. */
  static List<Integer> order(List<SlotClass> classes, int spares) {
    Map<Integer, Integer> firsts = new TreeMap<>(Comparator.reverseOrder());
    int slots = 0;
    for (SlotClass slotClass : classes) {
      firsts.putIfAbsent(slotClass.heapMb(), slots);
      slots += slotClass.count();
    }
    Set<Integer> order = new LinkedHashSet<>(firsts.values());
    IntStream.range(0, slots + spares).forEach(order::add);
    return List.copyOf(order);
  }

  private Closeable take(Places places, int position, Duration bound)
      throws IOException, InterruptedException {
    // Who looks whether it is free has it for a moment.
    Closeable own = places.tryTake(position).orElse(() -> {});
    int before = position - processors.count();
    if (before >= 0) {
      boolean isTurn = isFree(places, before);
      while (!isTurn && isWithin(bound)) {
        TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
        isTurn = isFree(places, before);
      }
      if (isTurn) {
        awaitIdle();
      } else {
        log.info("no turn to load within " + bound + ": another loads for so long");
      }
    }
    return own;
  }

  private static boolean isFree(Places places, int place) throws IOException {
    Optional<Closeable> taken = places.tryTake(place);
    if (taken.isPresent()) {
      taken.get().close();
    }
    return taken.isPresent();
  }

  private void awaitIdle() throws InterruptedException {
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
