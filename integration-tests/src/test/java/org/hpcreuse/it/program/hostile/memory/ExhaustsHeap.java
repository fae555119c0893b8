/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.memory;

import java.util.ArrayList;
import java.util.List;

/** Runs out of memory and stack, and goes on. */
public final class ExhaustsHeap {
  private ExhaustsHeap() {}

  /** Leaves it. */
  public static void main(String[] args) {

    List<byte[]> held = new ArrayList<>();
    try {
      while (true) {
        held.add(new byte[1 << 20]);
      }
    } catch (OutOfMemoryError e) {
      KEPT.add(held.size());
      held.clear();
    }
    try {
      deeper(1);
    } catch (StackOverflowError e) {
      KEPT.add(e);
    }
  }

  private static final List<Object> KEPT = new ArrayList<>();

  @SuppressWarnings("InfiniteRecursion") // that is the point
  private static int deeper(int depth) {
    return deeper(depth + 1) + 1;
  }
}
