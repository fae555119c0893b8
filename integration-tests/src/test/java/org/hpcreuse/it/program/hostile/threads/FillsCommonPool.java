/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.threads;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;

/** Leaves tasks in the common pool, its workers renamed and with locals and loaders of its own. */
public final class FillsCommonPool {
  private static final ThreadLocal<Object> LOCAL = new ThreadLocal<>();

  private FillsCommonPool() {}

  /** Leaves it. */
  public static void main(String[] args) {

    ForkJoinPool.commonPool()
        .submit(
            () -> {
              Thread.currentThread().setName("left-behind");
              LOCAL.set(new Object() {});
            })
        .join();
    for (int i = 0; i < 50; i++) {
      ForkJoinPool.commonPool().execute(FillsCommonPool::await);
    }
  }

  private static void await() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
