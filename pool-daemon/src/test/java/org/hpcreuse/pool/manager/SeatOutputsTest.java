/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SeatOutputsTest {
  @TempDir private Path logs;

  private Path output(int seat) throws IOException {
    Path file = Files.createFile(logs.resolve(SeatOutputs.nameOf(seat)));
    Files.setLastModifiedTime(file, FileTime.fromMillis(seat * 1_000L));
    return file;
  }

  @Test
  void shouldRemoveTheOldestOfTheDead() throws IOException {
    SeatOutputs outputs = new SeatOutputs(logs);
    Path living = output(0);
    outputs.started(0, ProcessIdentity.of(ProcessHandle.current().pid()).orElseThrow());
    Path oldest = output(1);
    outputs.started(1, new ProcessIdentity(ProcessHandle.current().pid(), -1));
    Path second = output(2);
    for (int seat = 3; seat <= SeatOutputs.KEPT + 1; seat++) {
      output(seat);
    }

    outputs.removeOld();

    assertThat(oldest).doesNotExist();
    assertThat(living).exists();
    assertThat(second).exists();
  }
}
