/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile;

import java.lang.ref.Cleaner;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.util.ArrayList;
import java.util.List;

public final class AbusesMemory {
  private AbusesMemory() {}

  /** Runs out of memory and stack, and goes on. */
  public static final class ExhaustsHeap {
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

  /** Leaves finalizers and cleaners that print when its objects are collected. */
  public static final class LeavesCleaners {
    public static void main(String[] args) {
      Cleaner cleaner = Cleaner.create();
      for (int i = 0; i < 10; i++) {
        Object object = new Prints();
        cleaner.register(object, () -> System.out.println("left behind by a cleaner"));
        KEPT.add(new PhantomReference<>(object, new ReferenceQueue<>()));
      }
      System.gc();
    }

    private static final List<Object> KEPT = new ArrayList<>();

    private static final class Prints {
      @Override
      @SuppressWarnings({"deprecation", "removal", "Finalize"}) // old code has them
      protected void finalize() {
        System.out.println("left behind by a finalizer");
      }
    }
  }
}
