/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.process;

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

  /** Beyond the largest pid that Linux gives. */
  private static int deadPid(int number) {
    return (1 << 22) + number;
  }

  @Test
  void shouldRemoveDirectoriesWithAllThatIsInThem() throws IOException {
    for (int i = 0; i <= OldLogs.KEPT; i++) {
      Path directory = Files.createDirectory(logs.resolve("training-0-" + deadPid(i)));
      Files.createFile(directory.resolve("syslog"));
      Files.setLastModifiedTime(directory, FileTime.fromMillis(i * 1_000L));
    }

    OldLogs.remove(logs, "training");

    assertThat(logs.resolve("training-0-" + deadPid(0))).doesNotExist();
    assertThat(logs.resolve("training-0-" + deadPid(1))).isDirectoryContaining("glob:**/syslog");
  }

  @Test
  void shouldRemoveTheOldestOfTheDeadWhateverTheirNumberAndNothingElse() throws IOException {
    Path oldest = log("slot-1-" + deadPid(0) + ".log", 1);
    Path living = log("slot-0-" + ProcessHandle.current().pid() + ".log", 1);
    Path otherKind = log("releases-1-" + deadPid(0) + ".jsonl", 1);
    Path second = log("slot-2-" + deadPid(1) + ".log", 2);
    for (int i = 2; i <= OldLogs.KEPT; i++) {
      log("slot-" + (i + 1) + "-" + deadPid(i) + ".log", i + 1);
    }

    OldLogs.remove(logs, "slot");

    assertThat(oldest).doesNotExist();
    assertThat(living).exists();
    assertThat(otherKind).exists();
    assertThat(second).exists();
  }
}
