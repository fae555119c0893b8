/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileIdentityTest {
  @TempDir Path dir;
  private Path file;

  @BeforeEach
  void makeAFile() throws IOException {
    file = Files.writeString(dir.resolve("a.jar"), "content");
  }

  @Test
  void shouldBeTheSameWhileNothingChanges() throws IOException {
    FileIdentity before = FileIdentity.of(file);
    assertThat(Files.readString(file)).isEqualTo("content");
    assertThat(FileIdentity.of(file)).isEqualTo(before);
  }

  @Test
  void shouldTellAFileFromItsCopyThatTakesItsPlace() throws IOException {
    FileIdentity before = FileIdentity.of(file);
    Path copy = Files.copy(file, dir.resolve("copy"), StandardCopyOption.COPY_ATTRIBUTES);
    Files.move(copy, file, StandardCopyOption.REPLACE_EXISTING);
    assertThat(FileIdentity.of(file)).isNotEqualTo(before);
  }

  @Test
  void shouldTellAChangeOfSizeWhoseTimeWasSetBack() throws IOException {
    FileTime time = Files.getLastModifiedTime(file);
    FileIdentity before = FileIdentity.of(file);
    Files.writeString(file, "other content");
    Files.setLastModifiedTime(file, time);
    assertThat(FileIdentity.of(file)).isNotEqualTo(before);
  }

  @Test
  void shouldTellAChangeOfMode() throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    FileIdentity before = FileIdentity.of(file);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--------"));
    assertThat(FileIdentity.of(file)).isNotEqualTo(before);
  }

  @Test
  void shouldSeeThroughALinkToTheFileItself() throws IOException {
    Path link = Files.createSymbolicLink(dir.resolve("link"), file);
    assertThat(FileIdentity.of(link)).isEqualTo(FileIdentity.of(file));
  }

  @Test
  void shouldBeEmptyForAFileThatIsNotThere() throws IOException {
    assertThat(FileIdentity.of(dir.resolve("none")).attributes()).isEmpty();
    FileIdentity there = FileIdentity.of(file);
    Files.delete(file);
    assertThat(FileIdentity.of(file)).isNotEqualTo(there);
  }
}
