/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.threads;

import java.util.concurrent.ForkJoinPool;

/** Leaves the common pool with another size, where the JDK lets it. */
public final class ShrinksCommonPool {
  private ShrinksCommonPool() {}

  /** Leaves it. */
  public static void main(String[] args) throws ReflectiveOperationException {
    ForkJoinPool pool = ForkJoinPool.commonPool();
    if (Runtime.version().feature() >= 19) {
      ForkJoinPool.class
          .getMethod("setParallelism", int.class)
          .invoke(pool, pool.getParallelism() + 1);
    }
  }
}
