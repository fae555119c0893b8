/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.state;

import java.util.Map;
import java.util.TreeMap;
import org.hpcreuse.protocol.FallbackReason;

/** How launches went since the manager started. */
public final class PoolCounters {
  private final Map<String, Long> declined = new TreeMap<>();
  private final Map<String, Long> forked = new TreeMap<>();
  private final Map<String, Long> retired = new TreeMap<>();
  private long reused;

  public void countReused() {
    reused++;
  }

  public void countDeclined(FallbackReason reason) {
    declined.merge(reason.key(), 1L, Long::sum);
  }

  public void countForked(FallbackReason reason) {
    forked.merge(reason.key(), 1L, Long::sum);
  }

  public void countRetired(String reason) {
    retired.merge(reason, 1L, Long::sum);
  }

  /** Slots that were replaced, by the rule that said so. */
  public Map<String, Long> retired() {
    return Map.copyOf(retired);
  }

  /** Forked containers by reason, as executors report them. */
  public Map<String, Long> forked() {
    return Map.copyOf(forked);
  }

  /** Containers whose main() was entered in a slot. */
  public long reused() {
    return reused;
  }

  /** Declined launches by reason. */
  public Map<String, Long> declined() {
    return Map.copyOf(declined);
  }
}
