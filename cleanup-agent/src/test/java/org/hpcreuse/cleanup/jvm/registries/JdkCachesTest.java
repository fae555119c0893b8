/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.registries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.spi.FileSystemProvider;
import java.util.Map;
import org.hpcreuse.cleanup.TestSlot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdkCachesTest {
  @TempDir Path dir;
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldRefuseToOpenTheArchiveAgainWhenLeftOut() throws Exception {
    try (FileSystem first = open()) {
      slot.releaseWithout(JdkCaches.class);
      assertThat(first.isOpen()).isTrue();
      assertThatThrownBy(this::open).isInstanceOf(FileSystemAlreadyExistsException.class);
    }
  }

  @Test
  void shouldOpenTheArchiveAgainWhenReleased() throws Exception {
    try (FileSystem first = open()) {
      slot.release();
      try (FileSystem again = open()) {
        assertThat(again).isNotSameAs(first);
      }
    }
  }

  @Test
  void shouldLookForFileSystemsAgainWhenReleased() {
    FileSystemProvider before = archives();
    slot.release();
    assertThat(archives()).isNotSameAs(before);
  }

  private static FileSystemProvider archives() {
    return FileSystemProvider.installedProviders().stream()
        .filter(provider -> provider.getScheme().equals("jar"))
        .findFirst()
        .orElseThrow();
  }

  private FileSystem open() throws IOException {
    URI archive = URI.create("jar:" + dir.resolve("archive.zip").toUri());
    return FileSystems.newFileSystem(archive, Map.of("create", "true"));
  }
}
