/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MpiFilesTest {
  @TempDir private Path temp;
  private Path record;
  private MpiFiles files;

  @BeforeEach
  void setUp() {
    record = temp.resolve("mpi-files");
    files = new MpiFiles(record, temp);
  }

  @AfterEach
  void tearDown() {
    files.remove();
  }

  @Test
  void shouldMakeADirectoryThatOnlyItsOwnerMayEnterAndThatSaysWhoseItIs() throws Exception {
    Path dir = files.make();

    assertThat(dir.getParent()).isEqualTo(Path.of("/dev/shm"));
    assertThat(Files.getPosixFilePermissions(dir))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    assertThat(dir.resolve("pool")).hasContent(temp.toString());
  }

  @Test
  void shouldRemoveWhatMpirunAndItsRanksHaveLeft() throws Exception {
    Path dir = files.make();
    Path kept = Files.writeString(temp.resolve("kept"), "not in it");
    Files.createDirectories(dir.resolve("ompi.node.0/pid.1/0"));
    Files.writeString(dir.resolve("ompi.node.0/pid.1/contact.txt"), "");
    Files.writeString(dir.resolve("vader_segment.node.0.1.0"), "");
    Files.createSymbolicLink(dir.resolve("link"), temp);

    files.remove();

    assertThat(dir).doesNotExist();
    assertThat(record).doesNotExist();
    assertThat(kept).exists();
  }

  @Test
  void shouldRemoveWhatAManagerBeforeItHasMade() throws Exception {
    Path before = files.make();

    Path dir = new MpiFiles(record, temp).make();

    assertThat(before).doesNotExist();
    assertThat(dir).exists().isNotEqualTo(before);
  }

  @Test
  void shouldRemoveNothingThatItCannotHaveMade() throws Exception {
    Path foreign = Files.createDirectory(temp.resolve("foreign"));
    Files.writeString(record, foreign + "\n");

    files.remove();

    assertThat(foreign).exists();
    Files.delete(record);
    files.remove();
  }
}
