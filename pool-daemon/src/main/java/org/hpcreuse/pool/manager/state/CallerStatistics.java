/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.state;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.logging.Logger;
import org.hpcreuse.protocol.wire.Message;

/**
 * Who has said what since the manager started, and what was refused. Each refusal is one line of
 * the log: who it was and why, nothing of what was said. Refusals for want of something come in
 * swarms: of these, one line in {@link #QUIET_MS}.
 */
public final class CallerStatistics {
  private static final Logger LOG = Logger.getLogger(CallerStatistics.class.getName());

  private static final long QUIET_MS = 10_000;
  private static final Set<Refusal> SWARMS =
      EnumSet.of(Refusal.TOO_MANY, Refusal.NO_DESCRIPTORS, Refusal.NO_MEMORY);

  private final Clock time;
  private final Map<Refusal, Long> quietUntilMs = new EnumMap<>(Refusal.class);
  private final Map<String, Long> received = new TreeMap<>();
  private final Map<Refusal, Long> refused = new EnumMap<>(Refusal.class);

  /** Nothing has been said. */
  public CallerStatistics(Clock time) {
    this.time = time;
  }

  /** A message has been handled by the handler of its sender's role. */
  public void received(Message.Role role, Message message) {
    received.merge(role + " " + message.getClass().getSimpleName(), 1L, Long::sum);
  }

  /** Somebody was not served. */
  public void refused(Object who, Refusal refusal, String detail) {
    long count = refused.merge(refusal, 1L, Long::sum);
    if (!SWARMS.contains(refusal)) {
      LOG.warning(() -> who + " refused (" + refusal.key() + "): " + detail);
      return;
    }
    long now = time.nowMs();
    if (quietUntilMs.getOrDefault(refusal, now) <= now) {
      quietUntilMs.put(refusal, now + QUIET_MS);
      LOG.warning(() -> who + " refused (" + refusal.key() + "): " + detail + "; so far " + count);
    }
  }

  /** Messages by role and kind. */
  public Map<String, Long> received() {
    return Map.copyOf(received);
  }

  /** Refusals by reason. */
  public Map<String, Long> refused() {
    Map<String, Long> byKey = new LinkedHashMap<>();
    refused.forEach((refusal, count) -> byKey.put(refusal.key(), count));
    return byKey;
  }
}
