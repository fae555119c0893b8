/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager;

import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.util.ProcfsBasedProcessTree;
import org.apache.hadoop.yarn.util.ResourceCalculatorProcessTree;

/**
 * Charges a container in a slot with what the slot and its child processes have grown by since the
 * container came into it, never less than nothing; once it has left, with nothing. Other processes
 * are measured exactly as by {@link ProcfsBasedProcessTree}, which starts one process, getconf, in
 * a NodeManager's life.
 *
 * <p>Public because YARN makes it by reflection.
 */
public final class SlotProcessTree extends ResourceCalculatorProcessTree {
  private final String pid;
  private final Optional<SlotUsage> baseline;
  private final ProcfsBasedProcessTree tree;

  /**
   * @param pid a container's process id: a slot's, or a forked process's
   */
  public SlotProcessTree(String pid) throws YarnException {
    super(pid);
    this.pid = pid;
    this.baseline = SlotUsage.baseline(pid);
    this.tree = new ProcfsBasedProcessTree(pid);
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
    tree.updateProcessTree();
  }

  @Override
  public String getProcessTreeDump() {
    return tree.getProcessTreeDump();
  }

  @Override
  public long getVirtualMemorySize(int olderThanAge) {
    return charge(tree.getVirtualMemorySize(olderThanAge), baseline.map(SlotUsage::virtualBytes));
  }

  @Override
  public long getRssMemorySize(int olderThanAge) {
    return charge(tree.getRssMemorySize(olderThanAge), baseline.map(SlotUsage::rssBytes));
  }

  @Override
  public long getCumulativeCpuTime() {
    return charge(tree.getCumulativeCpuTime(), baseline.map(SlotUsage::cpuMs));
  }

  @Override
  public float getCpuUsagePercent() {
    return hasLeft() ? 0 : tree.getCpuUsagePercent();
  }

  /** A slot is a child of mpirun and leads no process group; that is as it should be. */
  @Override
  public boolean checkPidPgrpidForMatch() {
    return baseline.isPresent() || tree.checkPidPgrpidForMatch();
  }

  private long charge(long measured, Optional<Long> before) {
    if (before.isEmpty() || measured == UNAVAILABLE) {
      return measured;
    }
    return hasLeft() ? 0 : Math.max(0, measured - before.get());
  }

  /** The slot holds another container's baseline by now, or none. */
  private boolean hasLeft() {
    return baseline.isPresent() && !SlotUsage.baseline(pid).equals(baseline);
  }
}
