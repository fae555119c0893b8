/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

final class ProcessStatTest {
  /** Blanks, brackets, and the first byte of a letter of two: the kernel cuts names at 15 bytes. */
  private static final String NAME = "a) Z 1 (bcdefg\u00c3";

  @Test
  void shouldReadTheStateOfThisProcess() throws IOException {
    ProcessStat stat = ProcessStat.of(ProcessHandle.current().pid());

    assertThat(stat.state()).isIn('R', 'S', 'D');
    assertThat(stat.startTicks()).isPositive();
    assertThat(stat.cpuMs()).isPositive();
  }

  @Test
  void shouldReadWhatFollowsANameOfAnyBytes() {
    ProcessStat stat =
        ProcessStat.parse(
            "7 (" + NAME + ") T 2 3 4 34816 5 6 0 0 0 0 11 22 44 55 20 0 1 0 4711 0 0\n");

    assertThat(stat).isEqualTo(new ProcessStat('T', 2, 34_816, 330, 990, 4_711));
  }

  @Test
  void shouldTellTheTimeOfChildrenThatHaveEnded() throws Exception {
    long pid = ProcessHandle.current().pid();
    long before = ProcessStat.of(pid).waitedCpuMs();

    new ProcessBuilder("sh", "-c", "i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done")
        .start()
        .waitFor();

    assertThat(ProcessStat.of(pid).waitedCpuMs()).isGreaterThan(before);
  }

  @Test
  void shouldNameTheProcessThatIsNotThere() {
    assertThatThrownBy(() -> ProcessStat.of(0))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("/proc/0/stat");
  }
}
