/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.slots;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * Keeps a broken slot command from spinning: a place (a slot number, or the spares together) is
 * started at most {@link #MAX_STARTS} times within {@link #WINDOW_MS}, and then left alone for a
 * pause that doubles each time until one of its processes has reported. It is never given up: what
 * was wrong (a full disk, no memory) may be over.
 */
public final class StartLimit {
  public static final int MAX_STARTS = 3;
  static final long WINDOW_MS = 60_000;
  public static final long MAX_PAUSE_MS = 600_000;

  private final Map<Integer, Deque<Long>> starts = new HashMap<>();
  private final Map<Integer, Long> pauses = new HashMap<>();

  /** Counts a start if it is within the limit. */
  public boolean tryStart(int place, long nowMs) {
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

  /** How long a place that is over the limit is left alone this time. */
  public long nextPauseMs(int place) {
    return pauses.merge(
        place, WINDOW_MS, (last, first) -> Math.min(MAX_PAUSE_MS, Math.multiplyExact(last, 2L)));
  }

  /** A process has come up in this place: the next pause is the shortest again. */
  void proven(int place) {
    pauses.remove(place);
  }

  void reset(int place) {
    starts.remove(place);
    pauses.remove(place);
  }
}
