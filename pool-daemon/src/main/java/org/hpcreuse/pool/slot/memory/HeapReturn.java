/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.memory;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.BooleanSupplier;
import org.hpcreuse.pool.slot.os.NativeHeap;

/**
 * Gives memory back to the system that an idle slot does not need: what its last container has left
 * of the heap, and what the C library keeps of memory that was freed (after much class loading and
 * compiling that is more than the heap).
 *
 * <p>Not thread-safe; used by the runner thread alone.
 */
public final class HeapReturn {
  /** What may stay beyond what the last collection has left: about a map task's working set. */
  private static final long ALLOWANCE = 64L << 20;

  /** How much of the heap may be free after a collection that gives it back, percent. */
  private static final int TIGHT = 10;

  private final HotSpotDiagnosticMXBean jvm =
      ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
  private final FreeRatios usual = new FreeRatios(option("Min"), option("Max"));
  private long resting = Runtime.getRuntime().totalMemory();
  private boolean wanted = true;

  /** A container begins, or something else that needs memory. */
  public void used() {
    wanted = true;
  }

  /**
   * Whether so much more heap is committed than after the last collection that the next container
   * must not find it: it is charged with the growth of the slot's memory, and what is there already
   * would be missing from its account.
   */
  public boolean isDue() {
    return Runtime.getRuntime().totalMemory() > resting + ALLOWANCE;
  }

  /** Garbage has been collected. */
  public void collected() {
    resting = Runtime.getRuntime().totalMemory();
  }

  /** Whether anything has run since the last {@link #giveBack}. */
  public boolean isWanted() {
    return wanted;
  }

  /**
   * Gives back what can be given back. Takes some 0.1 s and more: only for a slot that has been
   * idle for long. The next container takes page faults for what it needs, as a forked JVM does.
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
