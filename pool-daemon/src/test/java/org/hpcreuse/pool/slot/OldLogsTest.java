/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OldLogsTest {
  @TempDir private Path logs;

  private Path log(String name, int second) throws IOException {
    Path file = Files.createFile(logs.resolve(name));
    Files.setLastModifiedTime(file, FileTime.fromMillis(second * 1_000L));
    return file;
  }

  @Test
  void shouldRemoveTheOldestOfTheSeatAndNothingElse() throws IOException {
    Path oldest = log("slot-1-900.log", 1);
    Path otherSeat = log("slot-11-901.log", 1);
    Path otherKind = log("releases-1-900.jsonl", 1);
    Path second = log("slot-1-1.log", 2);
    for (int i = 2; i <= OldLogs.KEPT; i++) {
      log("slot-1-" + i + ".log", i + 1);
    }

    OldLogs.remove(logs, "slot", 1);

    assertThat(oldest).doesNotExist();
    assertThat(otherSeat).exists();
    assertThat(otherKind).exists();
    assertThat(second).exists();
  }
}
