/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SlotLogTest {
  @Test
  void shouldLoseLinesWhenTheDiskIsFull() throws IOException {
    SlotLog log = new SlotLog(Path.of("/dev/full"));

    assertThatNoException().isThrownBy(() -> log.warn("no room", new IOException("full")));
  }

  @Test
  void shouldKeepTheLastLinesAndNoMoreThanItMay(@TempDir Path dir) throws IOException {
    Path file = dir.resolve("slot-0-1.log");
    SlotLog log = new SlotLog(file, 10_000);

    for (int i = 0; i < 1_000; i++) {
      log.info("line " + i + " " + "x".repeat(100));
    }

    assertThat(Files.size(file)).isLessThanOrEqualTo(10_000);
    try (Stream<Path> files = Files.list(dir)) {
      assertThat(files).hasSize(2).allMatch(f -> f.toFile().length() <= 10_000);
    }
    assertThat(Files.readString(file)).contains("line 999 ");
  }
}
