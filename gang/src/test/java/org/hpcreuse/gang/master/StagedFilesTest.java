/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.master;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.hpcreuse.gang.HungFileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class StagedFilesTest {
  @TempDir private Path dir;

  @AfterEach
  void answer() {
    HungFileSystem.answer();
  }

  private GangMaster.StagedFiles staged(Path path) {
    return new GangMaster.StagedFiles(
        HungFileSystem.configuration(),
        new org.apache.hadoop.fs.Path(HungFileSystem.SCHEME + "://" + path));
  }

  @Test
  void shouldRemoveThemAtTheEnd() throws Exception {
    Path gang = Files.createDirectory(dir.resolve("gang"));

    staged(gang).remove();

    assertThat(gang).doesNotExist();
  }

  @Test
  void shouldEndThoughTheFileSystemDoesNotAnswer() throws Exception {
    Path gang = Files.createDirectory(dir.resolve("gang"));
    HungFileSystem.hang();
    GangMaster.StagedFiles staged = staged(gang);
    staged.removeSoon();

    staged.remove();

    assertThat(gang).exists();
  }
}
