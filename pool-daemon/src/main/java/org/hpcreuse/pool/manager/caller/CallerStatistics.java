/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.caller;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.logging.Logger;
import org.hpcreuse.protocol.wire.Message;

/**
 * Who has said what since the manager started, and what was refused. Each refusal is one line of
 * the log: who it was and why, nothing of what was said.
 */
public final class CallerStatistics {
  private static final Logger LOG = Logger.getLogger(CallerStatistics.class.getName());

  private final Map<String, Long> received = new TreeMap<>();
  private final Map<Refusal, Long> refused = new EnumMap<>(Refusal.class);

  /** A message has been handled by the handler of its sender's role. */
  public void received(Message.Role role, Message message) {
    received.merge(role + " " + message.getClass().getSimpleName(), 1L, Long::sum);
  }

  /** Somebody was not served. */
  public void refused(Object who, Refusal refusal, String detail) {
    refused.merge(refusal, 1L, Long::sum);
    LOG.warning(() -> who + " refused (" + refusal.key() + "): " + detail);
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
