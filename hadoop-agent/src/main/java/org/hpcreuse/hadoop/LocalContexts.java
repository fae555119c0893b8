/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.hadoop;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * Where {@code FileContext.getLocalFSFileContext()} gets its contexts. Hadoop makes a Configuration
 * for each one, which reads all of its files: that was half of what a NodeManager's own code takes
 * for a container. In a slot nothing is installed, since containers have configurations of their
 * own. Thread-safe.
 */
public final class LocalContexts {
  private static final AtomicReference<Supplier<?>> MAKER = new AtomicReference<>();

  private LocalContexts() {}

  /**
   * Begins to make them. Only the first call has an effect.
   *
   * @param maker makes a new FileContext; null when it cannot, and Hadoop does it as ever
   */
  public static void install(Supplier<?> maker) {
    MAKER.compareAndSet(null, maker);
  }

  /** A new FileContext; null when Hadoop must make it. Its rewritten method calls this first. */
  public static Object make() {
    Supplier<?> maker = MAKER.get();
    return maker == null ? null : maker.get();
  }
}
