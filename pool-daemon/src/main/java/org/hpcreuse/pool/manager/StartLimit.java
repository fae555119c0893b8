/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * Keeps a broken slot command from spinning: a place (a slot number, or the spares together) is
 * started at most {@link #MAX_STARTS} times within {@link #WINDOW_MS}.
 */
final class StartLimit {
  static final int MAX_STARTS = 3;
  static final long WINDOW_MS = 60_000;

  private final Map<Integer, Deque<Long>> starts = new HashMap<>();

  /** Counts a start if it is within the limit. */
  boolean tryStart(int place, long nowMs) {
    Deque<Long> times = starts.computeIfAbsent(place, p -> new ArrayDeque<>());
    while (!times.isEmpty() && nowMs - times.peekFirst() >= WINDOW_MS) {
      times.removeFirst();
    }
    if (times.size() >= MAX_STARTS) {
      return false;
    }
    times.addLast(nowMs);
    return true;
  }

  void reset(int place) {
    starts.remove(place);
  }
}
