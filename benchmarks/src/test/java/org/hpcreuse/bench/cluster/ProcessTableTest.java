/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProcessTableTest {
  private static final String BUSY = "i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done";

  @TempDir Path proc;

  @Test
  void shouldAddUpATreeWithWhatHasEndedInIt() throws IOException {
    process(1, 0, 1_000, 1_000);
    process(7, 1, 1, 2);
    process(8, 7, 10, 0);
    process(9, 8, 0, 400);
    process(10, 1, 5_000, 0);

    ProcessTable table = ProcessTable.read(proc);

    assertThat(table.ownMs(7)).isEqualTo(10);
    assertThat(table.waitedMs(7)).isEqualTo(20);
    assertThat(table.belowMs(7)).isEqualTo(20 + 100 + 4_000);
    assertThat(table.treeMs(7)).isEqualTo(10 + 20 + 100 + 4_000);
  }

  @Test
  void shouldKeepTheTimeOfAProcessThatEnds() throws IOException {
    process(7, 1, 1, 0);
    process(8, 7, 10, 5);
    long before = ProcessTable.read(proc).treeMs(7);
    Files.delete(proc.resolve("8/stat"));
    process(7, 1, 1, 10 + 5 + 3);

    assertThat(ProcessTable.read(proc).treeMs(7) - before).as("its last ticks").isEqualTo(30);
  }

  @Test
  void shouldFindNoTimeWhereThereIsNoProcess() throws IOException {
    assertThat(ProcessTable.read(proc).treeMs(7)).isZero();
  }

  @Test
  void shouldSeeRealChildrenThatRunAndThatHaveEnded() throws Exception {
    long self = ProcessHandle.current().pid();
    long before = ProcessTable.read().belowMs(self);
    Process shell =
        new ProcessBuilder("sh", "-c", "sh -c '" + BUSY + "'; echo done; read line; exit 0")
            .redirectErrorStream(true)
            .start();

    assertThat(shell.inputReader().readLine()).isEqualTo("done");
    ProcessTable running = ProcessTable.read();
    assertThat(running.waitedMs(shell.pid())).as("the shell's child has ended").isPositive();
    assertThat(running.belowMs(self)).isGreaterThanOrEqualTo(before + running.treeMs(shell.pid()));
    shell.outputWriter().close();
    shell.waitFor();
    assertThat(ProcessTable.read().belowMs(self))
        .isGreaterThanOrEqualTo(before + running.treeMs(shell.pid()));
  }

  @Test
  void shouldTellContainersFromTheirNodeManagerAndCountClientsThatHaveEnded() throws IOException {
    process(7, 1, 1, 2);
    process(8, 7, 10, 0);
    process(9, 1, 1, 5);

    assertThat(ProcessTable.read(proc).parts(Map.of("nodemanager", 7L), 9))
        .isEqualTo(Map.of("nodemanager", 10L, "containers", 120L, "client", 50L));
  }

  @Test
  void shouldTellTheMemoryOfAProcessThatIsThere() throws IOException {
    assertThat(ProcessTable.rssKib(ProcessHandle.current().pid()).orElse(0))
        .isBetween(10_000L, 10_000_000L);
    assertThat(ProcessTable.rssKib(0)).isEmpty();
  }

  /** Ticks are hundredths of a second. */
  private void process(long pid, long parent, long ownTicks, long waitedTicks) throws IOException {
    Path directory = Files.createDirectories(proc.resolve(Long.toString(pid)));
    Files.writeString(
        directory.resolve("stat"),
        "%d (a b) S %d 1 1 0 1 0 0 0 0 0 %d 0 %d 0 20 0 1 0 100 0 0\n"
            .formatted(pid, parent, ownTicks, waitedTicks));
  }
}
