/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SmallDiskTest {
  @TempDir Path base;
  private Path dir;

  @BeforeEach
  void name() {
    dir = base.resolve("cluster");
  }

  @AfterEach
  void unmount() throws Exception {
    if (SmallDisk.leftUnder(dir).isPresent()) {
      new ProcessBuilder("umount", dir.toString()).start().waitFor();
    }
  }

  @Test
  void shouldFillADiskAndGiveTheRoomBack() throws Exception {
    assumeTrue(SmallDisk.isPossible(), "no mounts here");
    SmallDisk disk = SmallDisk.under(dir);

    assertThat(SmallDisk.fill(dir)).isPositive();
    assertThatThrownBy(() -> Files.writeString(dir.resolve("log"), "x".repeat(8_192)))
        .isInstanceOf(IOException.class);
    Files.writeString(dir.resolve("data/block"), "beside");

    SmallDisk.empty(dir);
    Files.writeString(dir.resolve("log"), "x".repeat(8_192));
    disk.remove();
    assertThat(base).isEmptyDirectory();
  }

  @Test
  void shouldKeepWhatIsThereWhenARunWasKilled() throws Exception {
    assumeTrue(SmallDisk.isPossible(), "no mounts here");
    SmallDisk.under(dir);
    Files.writeString(dir.resolve("log"), "why");
    SmallDisk.fill(dir);

    SmallDisk.leftUnder(dir).orElseThrow().keep();

    assertThat(SmallDisk.leftUnder(dir)).isEmpty();
    assertThat(dir.resolve("log")).hasContent("why");
    assertThat(dir.resolve("filler")).doesNotExist();
  }

  @Test
  void shouldSayThatADiskWasNotFilled() throws Exception {
    Files.createDirectories(dir.resolve("filler"));

    assertThatThrownBy(() -> SmallDisk.fill(dir)).hasMessageContaining("has room for");
  }
}
