/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.hpcreuse.nodemanager.usage.ContainerModes;
import org.hpcreuse.nodemanager.usage.SlotBaseline;
import org.hpcreuse.nodemanager.usage.SlotUsage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlotProcessTreeTest {
  private static final long MEBIBYTE = 1 << 20;

  @TempDir private Path dir;

  private static SlotProcessTree tree(long pid) throws Exception {
    SlotProcessTree tree = new SlotProcessTree(Long.toString(pid));
    tree.setConf(new org.apache.hadoop.conf.Configuration(false));
    tree.initialize();
    tree.updateProcessTree();
    return tree;
  }

  /**
   * A slot of its own for each test, so that no test knows another's: a shell, whose memory stays
   * as it is, unlike a JVM's, until the test lets it start its child.
   */
  private static final class ShellSlot implements Closeable {
    private final Process process;

    ShellSlot() throws IOException {
      process =
          new ProcessBuilder("/bin/sh", "-c", "echo up; read go; sh -c 'echo up; read end'; exit 0")
              .redirectErrorStream(true)
              .start();
      awaitUp();
    }

    /** A process that is only just started has yet to map its libraries. */
    private void awaitUp() throws IOException {
      assertThat(process.inputReader().readLine()).isEqualTo("up");
    }

    long pid() {
      return process.pid();
    }

    SlotProcessTree tree() throws Exception {
      return SlotProcessTreeTest.tree(pid());
    }

    /** Returns once a child process is what it will be until the slot is closed. */
    void startChild() throws IOException {
      process.getOutputStream().write('\n');
      process.getOutputStream().flush();
      awaitUp();
    }

    /** Both shells end with their standard input. */
    @Override
    public void close() throws IOException {
      process.getOutputStream().close();
      try {
        assertThat(process.waitFor(10, TimeUnit.SECONDS)).as("slot " + pid() + " ended").isTrue();
      } catch (InterruptedException e) {
        throw new IOException("interrupted while slot " + pid() + " ended", e);
      } finally {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
    }
  }

  @Test
  void shouldChargeWhatAForkedProcessHas() throws Exception {
    try (ShellSlot forked = new ShellSlot()) {
      assertThat(forked.tree().getRssMemorySize()).isPositive();
      assertThat(forked.tree().getVirtualMemorySize()).isGreaterThan(MEBIBYTE);
    }
  }

  @Test
  void shouldChargeOnlyGrowthAndChildrenAndNothingAfterTheEnd() throws Exception {
    try (ShellSlot slot = new ShellSlot()) {
      SlotBaseline baseline = SlotBaseline.begin(slot.pid());
      SlotProcessTree tree = slot.tree();
      assertThat(tree.getVirtualMemorySize()).isZero();
      long own = SlotUsage.measure(slot.pid()).virtualBytes();

      slot.startChild();
      tree.updateProcessTree();

      assertThat(tree.getVirtualMemorySize()).isBetween(MEBIBYTE, 2 * own - MEBIBYTE);
      assertThat(tree.getRssMemorySize()).isPositive();
      assertThat(tree.checkPidPgrpidForMatch()).isTrue();
      baseline.end();
      assertThat(tree.getVirtualMemorySize()).isZero();
      assertThat(tree.getRssMemorySize()).isZero();
      assertThat(tree.getCumulativeCpuTime()).isZero();
    }
  }

  @Test
  void shouldKeepTheBaselineOfTheNextContainerWhenTheLastOneEndsLate() throws Exception {
    try (ShellSlot slot = new ShellSlot()) {
      SlotBaseline last = SlotBaseline.begin(slot.pid());
      SlotBaseline next = SlotBaseline.begin(slot.pid());

      last.end();

      assertThat(next.isCurrent()).isTrue();
      assertThat(SlotBaseline.of(Long.toString(slot.pid()))).containsSame(next);
      next.end();
      assertThat(SlotBaseline.of(Long.toString(slot.pid()))).isEmpty();
    }
  }

  @Test
  void shouldChargeNothingUntilARecoveredContainerIsFoundInItsSlot() throws Exception {
    try (ShellSlot slot = new ShellSlot()) {
      Path pidFile = dir.resolve("a");
      new ContainerModes().mark(pidFile);
      Files.writeString(pidFile, slot.pid() + "\n");
      new ContainerModes().recall("a", pidFile);

      SlotProcessTree tree = slot.tree();
      assertThat(tree.getVirtualMemorySize()).isZero();
      assertThat(tree.getRssMemorySize()).isZero();
      assertThat(tree.getCpuUsagePercent()).isZero();
      assertThat(tree.checkPidPgrpidForMatch()).isTrue();
    }
  }

  @Test
  void shouldChargeGrowthWhenTheContainerComesAfterTheTreeWasMade() throws Exception {
    try (ShellSlot slot = new ShellSlot()) {
      SlotBaseline.know(slot.pid());
      SlotProcessTree tree = slot.tree();
      assertThat(tree.getVirtualMemorySize()).isZero();

      SlotBaseline baseline = SlotBaseline.begin(slot.pid());
      slot.startChild();
      tree.updateProcessTree();

      assertThat(tree.getVirtualMemorySize()).isGreaterThan(MEBIBYTE);
      baseline.end();
    }
  }
}
