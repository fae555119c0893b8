/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FrameworkFingerprintTest {
  @TempDir private Path temp;
  private String classPath;

  @BeforeEach
  void makeJars() throws IOException {
    Files.writeString(temp.resolve("a.jar"), "a");
    Files.writeString(temp.resolve("b.jar"), "b");
    classPath = temp + "/*:/does/not/exist:";
  }

  @Test
  void shouldBeTheSameForTheSameFiles() throws IOException {
    assertThat(FrameworkFingerprint.of(classPath))
        .matches("[0-9a-f]{32}")
        .isEqualTo(FrameworkFingerprint.of(classPath));
  }

  @Test
  void shouldDifferWhenAJarIsAddedChangedOrMoved() throws IOException {
    String before = FrameworkFingerprint.of(classPath);

    Files.setLastModifiedTime(temp.resolve("a.jar"), FileTime.fromMillis(1_000));
    String touched = FrameworkFingerprint.of(classPath);
    Files.writeString(temp.resolve("c.jar"), "c");
    String added = FrameworkFingerprint.of(classPath);

    assertThat(touched).isNotEqualTo(before);
    assertThat(added).isNotEqualTo(touched);
    assertThat(FrameworkFingerprint.of("/x:/y")).isNotEqualTo(FrameworkFingerprint.of("/y:/x"));
  }
}
