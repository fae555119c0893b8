/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager;

import java.util.Map;
import java.util.TreeMap;

/** How launches went since the manager started. */
final class Counters {
  private final Map<String, Long> declined = new TreeMap<>();
  private long reused;

  void countReused() {
    reused++;
  }

  void countDeclined(String reason) {
    declined.merge(reason, 1L, Long::sum);
  }

  /** Containers whose main() was entered in a slot. */
  long reused() {
    return reused;
  }

  /** Declined launches by reason. */
  Map<String, Long> declined() {
    return Map.copyOf(declined);
  }
}
