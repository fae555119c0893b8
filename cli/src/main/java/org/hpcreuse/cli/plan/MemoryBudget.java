/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.plan;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.hpcreuse.cli.plan.ClusterPlan.Mode;
import org.hpcreuse.cli.terminal.Failure;
import org.hpcreuse.protocol.ExitCodes;
import org.hpcreuse.protocol.SlotMemory;
import org.hpcreuse.protocol.option.SlotClass;

/**
 * The memory that a cluster may need on its node, part by part, MiB. {@code up} checks it before
 * anything starts, so that no job reaches the node's limit later.
 */
public final class MemoryBudget {
  /** Of each of Hadoop's daemons beside its heap, as of a slot. */
  static final int JVM_OVERHEAD_MB = SlotMemory.OWN_MB;

  /** Resident memory of a slot at rest, whatever its heap; docs/architecture.md. */
  static final int IDLE_SLOT_MB = 250;

  /** Of one of Hadoop's daemons after its start: 170 to 310 MiB were seen. */
  static final int IDLE_DAEMON_MB = 300;

  static final int IDLE_POOL_MANAGER_MB = 100;

  private static final String CLIENT_SLOTS = "client slots";
  private static final String FORK_HEADROOM = "fork headroom";
  private static final int POOL_MANAGER_MB = 64 + 100;

  /** Heap and the rest of a resident rank, which does nothing but start containers. */
  private static final int RESIDENT_RANK_MB = 32 + 100;

  private final Map<String, Integer> parts = new LinkedHashMap<>();
  private int idleMb;

  private MemoryBudget() {}

  /**
   * A node of a cluster of any mode.
   *
   * @param daemons those that run on it
   */
  public static MemoryBudget of(
      Mode mode, List<SlotClass> classes, int spares, DaemonHeaps daemons) {
    return switch (mode) {
      case REUSE -> forReuse(classes, spares, daemons);
      case FORK -> forFork(classes, daemons);
      case SPAWN -> forSpawn(classes, daemons);
    };
  }

  /** A cluster whose containers are all forked: each may use all of its container's memory. */
  static MemoryBudget forFork(List<SlotClass> classes, DaemonHeaps daemons) {
    MemoryBudget budget = new MemoryBudget();
    budget.parts.put("containers", Sizing.of(classes).nodeMemoryMb());
    budget.addDaemons(daemons);
    return budget;
  }

  /** The same, with a resident rank of MPI for each container. */
  static MemoryBudget forSpawn(List<SlotClass> classes, DaemonHeaps daemons) {
    MemoryBudget budget = forFork(classes, daemons);
    budget.parts.put("resident ranks", Sizing.of(classes).slots() * RESIDENT_RANK_MB);
    return budget;
  }

  /** A cluster with a pool, and room for one container of the largest size to be forked. */
  static MemoryBudget forReuse(List<SlotClass> classes, int spares, DaemonHeaps daemons) {
    MemoryBudget budget = ofPool(classes, spares);
    budget.parts.put(FORK_HEADROOM, Sizing.of(classes).largestContainerMb());
    budget.addDaemons(daemons);
    return budget;
  }

  /** A pool alone: its slots, its spares and its manager. */
  public static MemoryBudget ofPool(List<SlotClass> classes, int spares) {
    MemoryBudget budget = new MemoryBudget();
    int slots = 0;
    for (SlotClass slotClass : classes) {
      slots += slotClass.count() * SlotMemory.promisedMb(slotClass.heapMb());
    }
    int largestHeap = classes.stream().mapToInt(SlotClass::heapMb).max().orElseThrow();
    budget.parts.put("slots", slots);
    budget.parts.put("spares", spares * SlotMemory.promisedMb(largestHeap));
    budget.parts.put("pool manager", POOL_MANAGER_MB);
    budget.idleMb += processes(classes, spares) * IDLE_SLOT_MB + IDLE_POOL_MANAGER_MB;
    return budget;
  }

  /** How many processes a pool has. */
  static int processes(List<SlotClass> classes, int spares) {
    return spares + classes.stream().mapToInt(SlotClass::count).sum();
  }

  /**
   * Adds a pool of slots for clients.
   *
   * @param slots how many; without any there is no such pool
   * @param heapMb heap of each, MiB
   */
  public void addClientSlots(int slots, int heapMb) {
    if (slots > 0) {
      parts.put(CLIENT_SLOTS, slots * SlotMemory.promisedMb(heapMb) + POOL_MANAGER_MB);
      idleMb += slots * IDLE_SLOT_MB + IDLE_POOL_MANAGER_MB;
    }
  }

  /**
   * Adds the classes of profiles.
   *
   * @param processes of the pool, with spares
   * @param megabytes in each
   */
  void addProfiles(int processes, int megabytes) {
    if (megabytes > 0) {
      parts.put("profiles", processes * megabytes);
      idleMb += processes * megabytes;
    }
  }

  /** About what the node's processes hold while no container runs, MiB: an estimate, no bound. */
  public int idleMb() {
    return idleMb;
  }

  public int totalMb() {
    return parts.values().stream().mapToInt(Integer::intValue).sum();
  }

  /**
   * Checks the budget against the node.
   *
   * @param availableMb what the node can still give, MiB
   * @throws Failure naming every number when it is not enough
   */
  public void requireAtMost(long availableMb) throws Failure {
    if (totalMb() > availableMb) {
      throw new Failure(
          ExitCodes.UNAVAILABLE,
          String.format(
              "not enough memory: this cluster may need %d MiB (%s), available are %d MiB;"
                  + " use fewer or smaller --slots or fewer --spares"
                  + " (in a job HPC_REUSE_SLOTS and HPC_REUSE_SPARES, or ask for more by --mem)",
              totalMb(), describe(), availableMb));
    }
  }

  /** What containers that are forked beside the slots may use together where so much is there. */
  public long forkHeadroomMb(long availableMb) {
    return parts.getOrDefault(FORK_HEADROOM, 0) + availableMb - totalMb();
  }

  private String describe() {
    return parts.entrySet().stream()
        .map(e -> e.getKey() + " " + e.getValue())
        .collect(Collectors.joining(" + "));
  }

  private void addDaemons(DaemonHeaps daemons) {
    int megabytes = 0;
    for (int heap : daemons.megabytes().values()) {
      megabytes += heap + JVM_OVERHEAD_MB;
    }
    parts.put("Hadoop daemons", megabytes);
    idleMb += daemons.megabytes().size() * IDLE_DAEMON_MB;
  }
}
