/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.state;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.hpcreuse.protocol.Bounds;
import org.hpcreuse.protocol.files.ClassProfile;
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
 * @param training how much its slots are trained
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
    Training training,
    long startTimeoutMs,
    long killGraceMs,
    long orphanMs,
    long releaseTimeoutMs,
    RetirementLimits limits) {

  /**
   * How much slots are trained.
   *
   * @param rounds how many training jobs each slot process runs; 0 = none
   * @param profiles files of the class profiles that each slot process loads
   * @param atOnce how many slots may train at a time
   */
  public record Training(int rounds, List<String> profiles, int atOnce) {
    /**
     * From the pool's options and this node's processors. A training job keeps about two processors
     * busy: the job itself and the compiler.
     */
    static Training of(PoolFiles files) {
      // The containers of an isolated slot have other classes than those that would be trained.
      boolean shared = files.get(Options.ISOLATION) == Options.Isolation.SHARED;
      return new Training(
          shared ? files.get(Options.TRAINING).rounds() : 0,
          shared && files.get(Options.USER_CODE) == Options.UserCode.KEPT
              ? files.get(Options.PROFILES).stream()
                  .map(name -> ClassProfile.named(files, name).toString())
                  .toList()
              : List.of(),
          Math.max(1, Runtime.getRuntime().availableProcessors() / 2));
    }
  }

  public static PoolSettings of(PoolFiles files) {
    return new PoolSettings(
        files.dir().getFileName().toString(),
        files.get(Options.SLOTS),
        files.get(Options.SPARES).intValue(),
        files.get(Options.MPI),
        files.get(Options.MPI_RENEWAL),
        files.get(Options.FORK_HEADROOM_MB),
        files.get(Options.ISOLATION),
        Training.of(files),
        files.get(Options.START_TIMEOUT_MS),
        files.get(Options.KILL_GRACE_MS),
        files.get(Options.ORPHAN_MS),
        files.get(Options.RELEASE_TIMEOUT_MS),
        RetirementLimits.of(files));
  }

  /** What an administrator should know of a pool's options: each is allowed, and has a price. */
  public static List<String> doubts(PoolFiles files) {
    long reconnectMs = files.get(Options.RECONNECT_MS);
    if (reconnectMs >= Bounds.leastReconnectMs()) {
      return List.of();
    }
    return List.of(
        String.format(
            "%s = %d: the next pool manager may take longer to come on a busy node, and containers"
                + " are lost then; safe from %d on",
            Options.RECONNECT_MS.key(), reconnectMs, Bounds.leastReconnectMs()));
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
