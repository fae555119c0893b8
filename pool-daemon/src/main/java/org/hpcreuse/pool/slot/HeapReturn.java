/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot;

/**
 * Says when a container has left so much heap behind that it must go back to the system before the
 * next one: that one is charged with the growth of the slot's memory, and what is there already
 * would be missing from its account.
 */
final class HeapReturn {
  /** What may stay, beyond the heap of an unused slot: about a map task's working set, bytes. */
  private static final long ALLOWANCE = 64L << 20;

  private final long unused;

  /** Takes the measure of an unused slot. */
  HeapReturn() {
    unused = Runtime.getRuntime().totalMemory();
  }

  /** Whether much more heap is committed than in an unused slot. */
  boolean isDue() {
    return Runtime.getRuntime().totalMemory() > unused + ALLOWANCE;
  }
}
