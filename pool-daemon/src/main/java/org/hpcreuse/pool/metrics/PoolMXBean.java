/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.metrics;

import java.io.IOException;
import java.util.Map;

/**
 * A pool in JMX, as {@code org.hpcreuse:type=Pool} of its manager. Each getter asks the manager.
 */
public interface PoolMXBean {
  /** Slots and spares by state. */
  Map<String, Integer> getSlots() throws IOException;

  /** Containers that wait for a slot. */
  int getQueued() throws IOException;

  /** Spare slots that are MPI ranks. */
  int getRanksLeft() throws IOException;

  /** Containers that ran in a slot. */
  long getReused() throws IOException;

  /** Forked containers by reason. */
  Map<String, Long> getForked() throws IOException;

  /** Declined launches by reason. */
  Map<String, Long> getDeclined() throws IOException;

  /** Slots that were replaced, by reason. */
  Map<String, Long> getRetired() throws IOException;

  /** Callers and messages that were refused, by reason. */
  Map<String, Long> getRefused() throws IOException;

  /** Count, sum, quantiles and maximum of each phase of a container's life, in seconds. */
  Map<String, Map<String, Double>> getPhases() throws IOException;
}
