/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.hpcreuse.protocol.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlotProcessTreeTest {
  private static final long SELF = ProcessHandle.current().pid();

  @TempDir private Path dir;

  private static SlotProcessTree tree(long pid) throws Exception {
    SlotProcessTree tree = new SlotProcessTree(Long.toString(pid));
    tree.setConf(new org.apache.hadoop.conf.Configuration(false));
    tree.initialize();
    tree.updateProcessTree();
    return tree;
  }

  /** A slot of its own for each test, so that no test knows another's: a process that sleeps. */
  private static final class SleepingSlot implements Closeable {
    private final Process process = start();

    private static Process start() {
      try {
        return new ProcessBuilder("/bin/sleep", "60").start();
      } catch (IOException e) {
        throw new IllegalStateException("no slot", e);
      }
    }

    long pid() {
      return process.pid();
    }

    SlotProcessTree tree() throws Exception {
      return SlotProcessTreeTest.tree(pid());
    }

    @Override
    public void close() throws IOException {
      process.destroyForcibly();
      try {
        assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
      } catch (InterruptedException e) {
        throw new IOException("interrupted while slot " + pid() + " ended", e);
      }
    }
  }

  private SlotAttempt attempt(String containerId) throws IOException {
    SlotAttempt attempt =
        new SlotAttempt(containerId, dir.resolve(containerId), new ContainerModes(), () -> false);
    attempt.begin();
    return attempt;
  }

  private static Message.Assigned in(SleepingSlot slot, String containerId, long lease) {
    return new Message.Assigned(containerId, lease, 0, slot.pid());
  }

  @Test
  void shouldChargeWhatAForkedProcessHas() throws Exception {
    try (SleepingSlot forked = new SleepingSlot()) {
      assertThat(forked.tree().getRssMemorySize()).isPositive();
      assertThat(forked.tree().getVirtualMemorySize()).isGreaterThan(1 << 20);
    }
  }

  @Test
  void shouldChargeOnlyGrowthAndChildrenAndNothingAfterTheEnd() throws Exception {
    SlotBaseline baseline = SlotBaseline.begin(SELF);
    try (SleepingSlot child = new SleepingSlot()) {
      SlotProcessTree tree = tree(SELF);
      long whole = SlotUsage.measure(SELF).rssBytes();
      assertThat(tree.getRssMemorySize()).isLessThan(whole / 2).isNotNegative();
      assertThat(tree.getVirtualMemorySize()).as("child " + child.pid()).isGreaterThan(1 << 20);
      assertThat(tree.checkPidPgrpidForMatch()).isTrue();
      baseline.end();
      assertThat(tree.getRssMemorySize()).isZero();
      assertThat(tree.getCumulativeCpuTime()).isZero();
    } finally {
      baseline.end();
    }
  }

  @Test
  void shouldKeepTheBaselineOfTheNextContainerWhenTheLastOneEndsLate() throws Exception {
    try (SleepingSlot slot = new SleepingSlot()) {
      SlotAttempt last = attempt("a");
      last.assigned(in(slot, "a", 1));
      SlotAttempt next = attempt("b");
      next.assigned(in(slot, "b", 2));

      last.end();

      SlotBaseline own = SlotBaseline.of(Long.toString(slot.pid())).orElseThrow();
      assertThat(own.isCurrent()).isTrue();
      next.end();
      assertThat(SlotBaseline.of(Long.toString(slot.pid()))).isEmpty();
    }
  }

  @Test
  void shouldKeepTheBaselineOfAContainerThatIsFoundAgain() throws Exception {
    try (SleepingSlot slot = new SleepingSlot()) {
      SlotAttempt attempt = attempt("a");
      attempt.assigned(in(slot, "a", 1));
      SlotBaseline first = SlotBaseline.of(Long.toString(slot.pid())).orElseThrow();

      attempt.assigned(in(slot, "a", 1));

      assertThat(first.isCurrent()).isTrue();
    }
  }

  @Test
  void shouldChargeNothingUntilARecoveredContainerIsFoundInItsSlot() throws Exception {
    try (SleepingSlot slot = new SleepingSlot()) {
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
    SlotBaseline.know(SELF);
    SlotProcessTree tree = tree(SELF);
    assertThat(tree.getVirtualMemorySize()).isZero();

    SlotBaseline baseline = SlotBaseline.begin(SELF);
    try (SleepingSlot child = new SleepingSlot()) {
      tree.updateProcessTree();
      assertThat(tree.getVirtualMemorySize()).as("child " + child.pid()).isGreaterThan(1 << 20);
    } finally {
      baseline.end();
    }
  }
}
