/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.plan;

import java.util.List;
import org.hpcreuse.cli.terminal.Failure;
import org.hpcreuse.protocol.ExitCodes;
import org.hpcreuse.protocol.option.SlotClass;

/**
 * {@code --slots auto}: as many slots as processors, as large as the memory allows. When that would
 * make them too small, there are fewer; larger than tasks commonly need they are not made.
 */
public final class AutomaticSlots {
  public static final String NAME = "auto";

  static final int SMALLEST_HEAP_MB = 512;
  static final int LARGEST_HEAP_MB = 4096;

  private static final int HEAP_STEP_MB = 64;

  private AutomaticSlots() {}

  /**
   * Finds the slots of a node.
   *
   * @param cores processors of a node
   * @param memoryMb memory the node can give, MiB
   * @param spares slots kept back beside those
   * @param daemons those that run there
   * @throws Failure when not even two slots fit
   */
  public static List<SlotClass> of(int cores, long memoryMb, int spares, DaemonHeaps daemons)
      throws Failure {
    for (int slots = Math.max(SlotSpec.MIN_SLOTS, cores); ; slots--) {
      int heap = largestHeapMb(slots, memoryMb, spares, daemons);
      if (heap > 0) {
        return List.of(new SlotClass(slots, heap));
      }
      if (slots == SlotSpec.MIN_SLOTS) {
        throw new Failure(
            ExitCodes.UNAVAILABLE,
            String.format(
                "--slots auto: %d slots and %d spares of %d MiB do not fit into %d MiB of memory;"
                    + " give --slots or fewer --spares (in a job HPC_REUSE_SLOTS and"
                    + " HPC_REUSE_SPARES), or ask for more memory (--mem)",
                slots, spares, SMALLEST_HEAP_MB, memoryMb));
      }
    }
  }

  /** 0 when not even the smallest fits. */
  private static int largestHeapMb(int slots, long memoryMb, int spares, DaemonHeaps daemons) {
    for (int heap = LARGEST_HEAP_MB; heap >= SMALLEST_HEAP_MB; heap -= HEAP_STEP_MB) {
      List<SlotClass> classes = List.of(new SlotClass(slots, heap));
      if (MemoryBudget.forReuse(classes, spares, daemons).totalMb() <= memoryMb) {
        return heap;
      }
    }
    return 0;
  }
}
