/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.state;

import java.util.List;

/**
 * What a pool manager that comes after one that died must know: which processes the slots are. What
 * they are doing they say themselves.
 *
 * @param nextNumber the next process number that has not been used
 * @param draining whether no more slots are given out
 * @param processes the processes that are not dead
 */
public record RecoveryRecord(int nextNumber, boolean draining, List<Place> processes) {
  /**
   * One process.
   *
   * @param number its number
   * @param slot its slot number, or {@link SlotProcess#NO_SLOT}
   * @param heapMb its heap, MiB
   * @param rank whether mpirun has started it
   * @param pid its process, or {@link SlotProcess#NONE} when a rank has not reported yet
   * @param log its log
   */
  public record Place(int number, int slot, int heapMb, boolean rank, long pid, String log) {}

  public RecoveryRecord {
    processes = List.copyOf(processes);
  }

  /** The same without the processes whose processes are not among these. */
  public RecoveryRecord withOnly(List<Place> living) {
    return new RecoveryRecord(nextNumber, draining, living);
  }
}
