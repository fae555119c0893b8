/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FaultsCommandTest {
  @TempDir Path dir;

  private void append(int number, boolean missed) throws IOException {
    new RunDirectory(dir)
        .append(
            new Entry.FaultJob(
                number, "w", "slot_kill", missed, 2, Entry.Outcome.WELL, 3_000, 5_000, ""));
  }

  @Test
  void shouldTellHowManyStrikesAreDone() throws IOException {
    assertThat(FaultsCommand.struck(new RunDirectory(dir))).isZero();
    append(1, false);
    append(7, false);
    append(8, true);
    assertThat(FaultsCommand.struck(new RunDirectory(dir))).isEqualTo(7);
  }
}
