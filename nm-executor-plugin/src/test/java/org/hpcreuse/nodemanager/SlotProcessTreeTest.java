/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SlotProcessTreeTest {
  private static final long SELF = ProcessHandle.current().pid();

  private static SlotProcessTree tree() throws Exception {
    SlotProcessTree tree = new SlotProcessTree(Long.toString(SELF));
    tree.setConf(new org.apache.hadoop.conf.Configuration(false));
    tree.initialize();
    tree.updateProcessTree();
    return tree;
  }

  @Test
  void shouldChargeWhatAForkedProcessHas() throws Exception {
    assertThat(tree().getRssMemorySize()).isGreaterThan(20L << 20);
  }

  @Test
  void shouldChargeOnlyGrowthAndChildrenAndNothingAfterTheEnd() throws Exception {
    SlotUsage.begin(SELF);
    Process child = new ProcessBuilder("/bin/sleep", "60").start();
    try {
      SlotProcessTree tree = tree();
      long whole = SlotUsage.measure(SELF).rssBytes();
      assertThat(tree.getRssMemorySize()).isLessThan(whole / 2).isNotNegative();
      assertThat(tree.getVirtualMemorySize()).isGreaterThan(1 << 20);
      assertThat(tree.checkPidPgrpidForMatch()).isTrue();
      SlotUsage.end(SELF);
      assertThat(tree.getRssMemorySize()).isZero();
      assertThat(tree.getCumulativeCpuTime()).isZero();
    } finally {
      SlotUsage.end(SELF);
      child.destroyForcibly().waitFor();
    }
  }
}
