/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.state;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.option.Options;
import org.hpcreuse.protocol.option.SlotClass;

/**
 * What the core must know of the pool's options.
 *
 * @param poolId the pool's name
 * @param classes sizes of slots
 * @param spares slots kept back
 * @param mpi MPI version, or {@code none}
 * @param mpiRenewal whether mpirun may be started again for slots outside MPI
 * @param forkHeadroomMb memory for containers beside the slots, MiB; 0 = not counted
 * @param isolation what the containers of one slot may share
 * @param trainingRounds how many training jobs each slot process runs
 * @param startTimeoutMs until when a slot must have reported
 * @param killGraceMs how long a killed container's threads may take to end
 * @param orphanMs how long a container may run whose NodeManager has gone
 * @param releaseTimeoutMs how long a slot may clean up after a container
 * @param limits what a slot may come to before it is replaced
 */
public record PoolSettings(
    String poolId,
    List<SlotClass> classes,
    int spares,
    String mpi,
    boolean mpiRenewal,
    long forkHeadroomMb,
    Options.Isolation isolation,
    int trainingRounds,
    long startTimeoutMs,
    long killGraceMs,
    long orphanMs,
    long releaseTimeoutMs,
    RetirementLimits limits) {

  public static PoolSettings of(PoolFiles files) {
    return new PoolSettings(
        files.dir().getFileName().toString(),
        files.get(Options.SLOTS),
        files.get(Options.SPARES).intValue(),
        files.get(Options.MPI),
        files.get(Options.MPI_RENEWAL),
        files.get(Options.FORK_HEADROOM_MB),
        files.get(Options.ISOLATION),
        trainingRounds(files),
        files.get(Options.START_TIMEOUT_MS),
        files.get(Options.KILL_GRACE_MS),
        files.get(Options.ORPHAN_MS),
        files.get(Options.RELEASE_TIMEOUT_MS),
        RetirementLimits.of(files));
  }

  /**
   * Without shared classes the next container would run other ones than those that were trained.
   */
  private static int trainingRounds(PoolFiles files) {
    return files.get(Options.ISOLATION) == Options.Isolation.SHARED
        ? files.get(Options.TRAINING).rounds()
        : 0;
  }

  public boolean withMpi() {
    return !mpi.equals("none");
  }

  public int slotCount() {
    return classes.stream().mapToInt(SlotClass::count).sum();
  }

  public int largestHeapMb() {
    return classes.stream().mapToInt(SlotClass::heapMb).max().orElseThrow();
  }

  /** Heap of each slot number, in the order of the classes. */
  List<Integer> slotHeapsMb() {
    List<Integer> heaps = new ArrayList<>();
    for (SlotClass slotClass : classes) {
      for (int i = 0; i < slotClass.count(); i++) {
        heaps.add(slotClass.heapMb());
      }
    }
    return heaps;
  }

  /** The sizes that exist, ascending. */
  List<Integer> heapSizesMb() {
    return classes.stream()
        .map(SlotClass::heapMb)
        .distinct()
        .sorted(Comparator.naturalOrder())
        .toList();
  }

  /** Groups of processes in process order: the classes, then the spares, which fit every class. */
  public List<SlotClass> processGroups() {
    List<SlotClass> groups = new ArrayList<>(classes);
    if (spares > 0) {
      groups.add(new SlotClass(spares, largestHeapMb()));
    }
    return groups;
  }
}
