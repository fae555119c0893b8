/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KnownPoolTest {
  @TempDir private Path temp;
  private Path dir;
  private Path options;
  private KnownPool pool;

  @BeforeEach
  void makePool() throws IOException {
    dir = temp.resolve("pool");
    PoolFiles.createOwnerOnly(dir);
    options = Files.writeString(dir.resolve("pool.properties"), "hpc-reuse.slots = 2x256\n");
    pool = new KnownPool(dir);
  }

  private String slots() throws IOException {
    return pool.files().settings().get(Options.SLOTS.key());
  }

  @Test
  void shouldReadAFileThatStaysOnce() throws Exception {
    assertThat(pool.files()).isSameAs(pool.files());
    assertThat(slots()).isEqualTo("2x256");
  }

  @Test
  void shouldSeeAFileThatIsReplacedByOneOfTheSameSizeAndTime() throws Exception {
    FileTime time = Files.getLastModifiedTime(options);
    assertThat(slots()).isEqualTo("2x256");
    Path fresh = Files.writeString(temp.resolve("fresh"), "hpc-reuse.slots = 3x256\n");
    Files.setLastModifiedTime(fresh, time);

    Files.move(fresh, options, StandardCopyOption.REPLACE_EXISTING);

    assertThat(slots()).isEqualTo("3x256");
  }

  @Test
  void shouldMissAFileThatIsGoneAndFindTheNext() throws Exception {
    assertThat(slots()).isEqualTo("2x256");
    Files.delete(options);
    assertThatThrownBy(pool::files).isInstanceOf(IOException.class).hasMessageContaining("missing");

    Files.writeString(options, "hpc-reuse.slots = 4x256\n");

    assertThat(slots()).isEqualTo("4x256");
  }

  @Test
  void shouldSeeADirectoryThatIsOpenedToOthers() throws Exception {
    assertThat(slots()).isEqualTo("2x256");

    Files.setPosixFilePermissions(dir, PosixFilePermissions.fromString("rwxr-x---"));

    assertThatThrownBy(pool::files)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("must belong to");
  }
}
