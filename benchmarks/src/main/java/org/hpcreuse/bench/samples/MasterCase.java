/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.samples;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Locale;

/**
 * A case of {@code hpc-reuse bench masters}.
 *
 * @param masters how many ApplicationMasters wait for containers
 * @param waits how each waits before a heartbeat
 * @param newsMs every how many ms the requests of each change; 0 = never
 */
public record MasterCase(int masters, Waits waits, int newsMs) {
  /** How an ApplicationMaster waits before a heartbeat. */
  public enum Waits {
    /** As stock Hadoop does. */
    @JsonProperty("stock")
    STOCK,
    /** As in a slot. */
    @JsonProperty("slots")
    SLOTS;

    /** Its name in tables, and for the program. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** As the program with the ApplicationMasters names it. */
  public String word() {
    return waits + ":" + newsMs;
  }

  /**
   * The processor time used when so many seconds of a case were over. What a second took is the
   * difference of two lines.
   *
   * @param of the case
   * @param second seconds since its begin, from 0
   * @param managerMs processor time of the ResourceManager since its start, ms
   * @param mastersMs the same of the program with the ApplicationMasters, ms
   * @param busyTicks work of all processors of the machine since its start, clock ticks
   * @param allTicks their work and idle time, clock ticks
   */
  public record Second(
      MasterCase of, int second, long managerMs, long mastersMs, long busyTicks, long allTicks)
      implements Entry {}

  /**
   * The heartbeats of one ApplicationMaster in a case.
   *
   * @param of the case
   * @param master its number, from 0
   * @param atMs when each was sent, ms since the case began
   * @param micros how long the answer to each took, microseconds
   */
  public record Heartbeats(MasterCase of, int master, List<Integer> atMs, List<Integer> micros)
      implements Entry {
    public Heartbeats {
      atMs = List.copyOf(atMs);
      micros = List.copyOf(micros);
    }
  }
}
