/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot;

import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Holds one weak reference per container loader and counts those that a full collection has left
 * alive. Used by the runner thread only.
 */
final class LoaderWatch {
  /** In a busy slot a collection is made when this many loaders wait for one. */
  private static final int COLLECT_EVERY = 16;

  private final Deque<WeakReference<ClassLoader>> released = new ArrayDeque<>();
  private int sinceCollection;
  private int live;

  /** A container's loader should now be unreachable. */
  void released(ClassLoader loader) {
    released.add(new WeakReference<>(loader));
    sinceCollection++;
  }

  /** Collects garbage when many loaders wait for it; call it between containers. */
  void collectNowAndThen() {
    if (sinceCollection >= COLLECT_EVERY) {
      collect();
    }
  }

  /** Collects garbage, if containers have run since the last time; also gives heap back. */
  void collect() {
    if (sinceCollection == 0) {
      return;
    }
    System.gc();
    sinceCollection = 0;
    released.removeIf(loader -> loader.get() == null);
    live = released.size();
  }

  /** Loaders that survived the last collection though their containers were over. */
  int live() {
    return live;
  }
}
