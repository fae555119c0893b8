/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.framework;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hpcreuse.pool.slot.process.Places;
import org.hpcreuse.pool.slot.process.Processors;
import org.hpcreuse.pool.slot.process.SlotLog;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.option.Options;
import org.hpcreuse.protocol.option.SlotClass;

/**
 * The turn of a slot to load the framework when a whole pool starts. The first ones load at once,
 * as many as the node has processors: the largest slot, which an ApplicationMaster needs, then one
 * of each smaller size, then others. They serve while the rest loads, as many at a time again. The
 * rest waits for an idle processor, too: Hadoop's daemons start now, and the first job may have
 * begun. A slot that replaces another waits for nothing.
 */
public final class LoadingTurn {
  /** How often it is tried: the kernel tells nobody that a lock is free, within a bound. */
  private static final Duration PAUSE = Duration.ofMillis(200);

  private static final Duration LOOK = Duration.ofSeconds(1);

  /** Of the time that a pool has for its start: what a slot waits for its turn at most. */
  private static final int PART_OF_START = 2;

  /** Of that wait: how much of it may be for an idle processor. The others wait for this slot. */
  private static final int PART_FOR_IDLE = 2;

  private static final Duration LONGEST_FOR_IDLE = Duration.ofMinutes(1);

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
    List<SlotClass> classes = files.get(Options.SLOTS);
    int slots = classes.stream().mapToInt(SlotClass::count).sum();
    if (number >= slots + files.get(Options.SPARES)) {
      return () -> {};
    }
    Places places = Places.of(files.dir(), "loading", processors.count());
    Duration bound = Duration.ofMillis(files.get(Options.START_TIMEOUT_MS) / PART_OF_START);
    try {
      if (first(classes, processors.count()).contains(number)) {
        return places.tryTake().orElse(() -> {});
      }
      return new LoadingTurn(processors, log).take(places, bound);
    } catch (IOException e) {
      log.info("all slots load at once: " + e);
      return () -> {};
    }
  }

  /** The numbers of the processes that load first; spares are not among them. */
  static Set<Integer> first(List<SlotClass> classes, int count) {
    Map<Integer, Integer> ofEachSize = new TreeMap<>(Comparator.reverseOrder());
    int slots = 0;
    for (SlotClass slotClass : classes) {
      ofEachSize.putIfAbsent(slotClass.heapMb(), slots);
      slots += slotClass.count();
    }
    Stream<Integer> all = IntStream.range(0, slots).boxed();
    return Stream.concat(ofEachSize.values().stream(), all)
        .distinct()
        .limit(count)
        .collect(Collectors.toSet());
  }

  private Closeable take(Places places, Duration bound) throws IOException, InterruptedException {
    Optional<Closeable> turn = places.tryTake();
    while (turn.isEmpty() && isWithin(bound)) {
      TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
      turn = places.tryTake();
    }
    if (turn.isEmpty()) {
      log.info("no turn to load within " + bound + ": others load for so long");
      return () -> {};
    }
    Duration forIdle = bound.dividedBy(PART_FOR_IDLE);
    awaitIdle(forIdle.compareTo(LONGEST_FOR_IDLE) < 0 ? forIdle : LONGEST_FOR_IDLE);
    return turn.get();
  }

  private void awaitIdle(Duration bound) throws InterruptedException {
    try {
      Processors.Look look = processors.new Look();
      while (!look.seesIdle() && isWithin(bound)) {
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
