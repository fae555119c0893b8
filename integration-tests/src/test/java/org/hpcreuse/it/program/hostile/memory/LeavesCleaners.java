/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.memory;

import java.lang.ref.Cleaner;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.util.ArrayList;
import java.util.List;

/** Leaves finalizers and cleaners that print when its objects are collected. */
public final class LeavesCleaners {
  private LeavesCleaners() {}

  /** Leaves it. */
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
