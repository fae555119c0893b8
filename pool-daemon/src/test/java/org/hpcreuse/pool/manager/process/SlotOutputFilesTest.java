/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.hpcreuse.protocol.ProcessIdentity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SlotOutputFilesTest {
  @TempDir private Path logs;

  private Path output(int number) throws IOException {
    Path file = Files.createFile(logs.resolve(SlotOutputFiles.nameOf(number)));
    Files.setLastModifiedTime(file, FileTime.fromMillis(number * 1_000L));
    return file;
  }

  @Test
  void shouldRemoveTheOldestOfTheDead() throws IOException {
    SlotOutputFiles outputs = new SlotOutputFiles(logs);
    Path living = output(0);
    outputs.started(0, ProcessIdentity.of(ProcessHandle.current().pid()).orElseThrow());
    Path oldest = output(1);
    outputs.started(1, new ProcessIdentity(ProcessHandle.current().pid(), -1));
    Path second = output(2);
    for (int number = 3; number <= SlotOutputFiles.KEPT + 1; number++) {
      output(number);
    }

    outputs.removeOld();

    assertThat(oldest).doesNotExist();
    assertThat(living).exists();
    assertThat(second).exists();
  }
}
