/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.plan;

import java.util.List;
import org.hpcreuse.protocol.option.SlotClass;

/**
 * What YARN learns about a node, derived from the slots so that containers and slots come out even.
 * All memory in MiB.
 *
 * <p>Every container takes one vcore and the scheduler counts vcores (DominantResourceCalculator),
 * so there are never more containers than slots. ApplicationMasters hold their slot while their
 * tasks wait for one: their share ends at half of the slots.
 *
 * @param slots number of slots, and of vcores
 * @param nodeMemoryMb yarn.nodemanager.resource.memory-mb
 * @param largestContainerMb the most a container may ask for
 * @param masters how many slots ApplicationMasters may take together
 * @param taskMemoryMb default size of a map or reduce container
 * @param taskHeapMb its -Xmx
 * @param masterMemoryMb default size of an ApplicationMaster's container
 * @param masterHeapMb its -Xmx
 */
public record Sizing(
    int slots,
    int nodeMemoryMb,
    int largestContainerMb,
    int masters,
    int taskMemoryMb,
    int taskHeapMb,
    int masterMemoryMb,
    int masterHeapMb) {

  /** yarn.scheduler.minimum-allocation-mb; requests are rounded up to a multiple of it. */
  public static final int STEP_MB = 128;

  /** Of a slot: less than a step for containers of up to 64 GiB, more than a float's error. */
  private static final double LESS = 1.0 / 512;

  public static Sizing of(List<SlotClass> classes) {
    int slots = classes.stream().mapToInt(SlotClass::count).sum();
    int memory = classes.stream().mapToInt(c -> c.count() * c.containerMb()).sum();
    int largest = classes.stream().mapToInt(SlotClass::containerMb).max().orElseThrow();
    int smallest = classes.stream().mapToInt(SlotClass::containerMb).min().orElseThrow();
    // All of a slot: a smaller one could be charged with garbage that its slot had room for.
    int container = Math.max(STEP_MB, roundDown(smallest));
    int smallestHeap = classes.stream().mapToInt(SlotClass::heapMb).min().orElseThrow();
    return new Sizing(
        slots,
        Math.max(memory, STEP_MB),
        Math.max(largest, STEP_MB),
        Math.max(1, slots / 2),
        container,
        Math.min(smallestHeap, container * 25 / 32),
        container,
        Math.min(smallestHeap, container * 3 / 4));
  }

  /**
   * yarn.scheduler.capacity.maximum-am-resource-percent of a cluster of equal nodes. The scheduler
   * rounds the limit up to whole vcores and to steps of memory, and starts a master when both are
   * kept. A float such as 0.4 times 5 is a little more than 2 and would come out at 3; a little
   * less lands on the number meant, as long as what is missing in memory is less than a step.
   */
  public double masterShare(int nodes) {
    return (masters * nodes - LESS) / (slots * nodes);
  }

  private static int roundDown(int megabytes) {
    return megabytes / STEP_MB * STEP_MB;
  }
}
