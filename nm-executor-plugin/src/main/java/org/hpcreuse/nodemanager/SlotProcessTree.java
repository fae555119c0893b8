/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager;

import java.util.function.ToLongFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.util.ProcfsBasedProcessTree;
import org.apache.hadoop.yarn.util.ResourceCalculatorProcessTree;
import org.hpcreuse.nodemanager.usage.SlotBaseline;
import org.hpcreuse.nodemanager.usage.SlotUsage;

/**
 * Charges a container in a slot with what the slot and its child processes have grown by since the
 * container came into it, never less than nothing; before it has come (a NodeManager that restarts
 * makes the tree before it finds the container again) and once it has left, with nothing. Other
 * processes are measured exactly as by {@link ProcfsBasedProcessTree}, which starts one process,
 * getconf, in a NodeManager's life.
 *
 * <p>Public because YARN makes it by reflection. Used by one thread, as YARN's own are.
 */
public final class SlotProcessTree extends ResourceCalculatorProcessTree {
  private final String pid;
  private final ProcfsBasedProcessTree tree;
  private boolean slot;

  /** Null until the slot is known to hold a container. */
  private SlotBaseline baseline;

  /**
   * @param pid a container's process id: a slot's, or a forked process's
   */
  public SlotProcessTree(String pid) throws YarnException {
    super(pid);
    this.pid = pid;
    this.tree = new ProcfsBasedProcessTree(pid);
    lookForContainer();
  }

  @Override
  public void initialize() throws YarnException {
    tree.initialize();
  }

  @Override
  public void setConf(Configuration conf) {
    super.setConf(conf);
    if (tree != null) {
      tree.setConf(conf);
    }
  }

  @Override
  public void updateProcessTree() {
    lookForContainer();
    tree.updateProcessTree();
  }

  @Override
  public String getProcessTreeDump() {
    return tree.getProcessTreeDump();
  }

  @Override
  public long getVirtualMemorySize(int olderThanAge) {
    return charge(tree.getVirtualMemorySize(olderThanAge), SlotUsage::virtualBytes);
  }

  @Override
  public long getRssMemorySize(int olderThanAge) {
    return charge(tree.getRssMemorySize(olderThanAge), SlotUsage::rssBytes);
  }

  @Override
  public long getCumulativeCpuTime() {
    return charge(tree.getCumulativeCpuTime(), SlotUsage::cpuMs);
  }

  @Override
  public float getCpuUsagePercent() {
    return slot && !isInSlot() ? 0 : tree.getCpuUsagePercent();
  }

  /** A slot is a child of mpirun and leads no process group; that is as it should be. */
  @Override
  public boolean checkPidPgrpidForMatch() {
    return slot || tree.checkPidPgrpidForMatch();
  }

  private void lookForContainer() {
    slot = slot || SlotBaseline.isSlot(pid);
    if (slot && baseline == null) {
      baseline = SlotBaseline.of(pid).orElse(null);
    }
  }

  private long charge(long measured, ToLongFunction<SlotUsage> before) {
    if (!slot || measured == UNAVAILABLE) {
      return measured;
    }
    return isInSlot() ? Math.max(0, measured - before.applyAsLong(baseline.usage())) : 0;
  }

  /** Otherwise the slot holds another container by now, or none. */
  private boolean isInSlot() {
    return baseline != null && baseline.isCurrent();
  }
}
