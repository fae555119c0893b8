/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.metrics;

import java.util.Map;

/** Counts of launches since the NodeManager started, as {@code org.hpcreuse:type=Launches}. */
public interface LaunchCountersMXBean {
  /** Containers that ran in a slot. */
  long getReused();

  /** Containers that were forked. */
  long getForked();

  /** Containers that were forked or refused, by reason. */
  Map<String, Long> getReasons();
}
