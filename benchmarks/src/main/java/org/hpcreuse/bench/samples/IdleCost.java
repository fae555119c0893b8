/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.samples;

import java.util.List;
import org.hpcreuse.bench.cluster.Arm;

/**
 * What the processes of a pool took while it was left alone.
 *
 * @param arm whose cluster it is
 * @param ms how long that was, ms
 * @param processes slots, spares, pool manager and mpirun, and those of the client slots
 */
public record IdleCost(Arm arm, long ms, List<Idle> processes) implements Entry {
  public IdleCost {
    processes = List.copyOf(processes);
  }

  /**
   * A process.
   *
   * @param name such as {@code slot 0}
   * @param pid its pid
   * @param cpuMs processor time it has used, ms; to 10 ms
   * @param rssKb resident memory at the end, KiB; pages shared with others count
   */
  public record Idle(String name, long pid, long cpuMs, long rssKb) {}
}
