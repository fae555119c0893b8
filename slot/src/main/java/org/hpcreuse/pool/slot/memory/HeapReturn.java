/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.memory;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.hpcreuse.pool.slot.process.NativeHeap;

/**
 * Gives memory back to the system that an idle slot does not need: what its last container has left
 * of the heap, and what the C library keeps of memory that was freed (after much class loading and
 * compiling that is more than the heap).
 *
 * <p>Not thread-safe; used by the runner thread alone.
 */
public final class HeapReturn {
  /** How much of the heap may be free after a collection that gives it back, percent. */
  private static final int TIGHT = 10;

  private final HotSpotDiagnosticMXBean jvm =
      ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
  private final FreeRatios usual = new FreeRatios(option("Min"), option("Max"));
  private final Optional<MemoryPoolMXBean> oldGeneration =
      ManagementFactory.getMemoryPoolMXBeans().stream()
          .filter(pool -> pool.getType() == MemoryType.HEAP && pool.isUsageThresholdSupported())
          .findFirst();
  private long lowFree;
  private boolean wanted = true;

  public HeapReturn() {
    collected();
  }

  /** A container begins, or something else that needs memory. */
  public void used() {
    wanted = true;
  }

  /**
   * Whether less than half of the room is left that the last collection made in the old generation.
   * A container that finds none there waits for a full collection: a map task allocates its sort
   * buffer, 100 MB by default, in one piece.
   */
  public boolean isDue() {
    return free() < lowFree;
  }

  /** Garbage has been collected. */
  public void collected() {
    lowFree = free() / 2;
  }

  /** What is committed and unused of the generation that large arrays go to, bytes. */
  private long free() {
    return oldGeneration
        .map(MemoryPoolMXBean::getUsage)
        .map(usage -> usage.getCommitted() - usage.getUsed())
        .orElse(0L);
  }

  /** Whether anything has run since the last {@link #giveBack}. */
  public boolean isWanted() {
    return wanted;
  }

  /**
   * Gives back what can be given back. Takes some 0.2 s and more: only for a slot that has been
   * idle for long. The next container takes page faults for what it needs, as a forked JVM does. It
   * waits for no collection, though: a second one lets the heap grow again, by pages that nobody
   * has touched.
   *
   * @param collection makes a full one
   * @param idle asked whether there is time for the rest, too
   */
  public void giveBack(Runnable collection, BooleanSupplier idle) {
    set(new FreeRatios(0, TIGHT));
    try {
      collection.run();
    } finally {
      set(usual);
    }
    if (idle.getAsBoolean()) {
      System.gc();
      NativeHeap.trim();
      wanted = false;
    }
  }

  /** The lesser must never be above the greater. */
  private void set(FreeRatios ratios) {
    jvm.setVMOption(name("Min"), "0");
    jvm.setVMOption(name("Max"), Integer.toString(ratios.max()));
    jvm.setVMOption(name("Min"), Integer.toString(ratios.min()));
  }

  private int option(String bound) {
    return Integer.parseInt(jvm.getVMOption(name(bound)).getValue());
  }

  /** Options that HotSpot lets be changed while it runs. */
  private static String name(String bound) {
    return bound + "HeapFreeRatio";
  }

  private record FreeRatios(int min, int max) {}
}
