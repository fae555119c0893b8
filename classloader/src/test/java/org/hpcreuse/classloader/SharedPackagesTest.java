/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.classloader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Directories that a user has made may be odd. */
final class SharedPackagesTest {
  @TempDir Path dir;
  private FrameworkLoader framework;
  private Path entry;

  @BeforeEach
  void open() throws Exception {
    Path jar = Jars.in(dir).type("fw.A", "held").type("fw.sub.B", "held").jar("framework.jar");
    framework =
        new FrameworkLoader(
            List.of(jar), new SharedApiLoader(SharedPackagesTest.class.getClassLoader()));
    entry = Files.createDirectories(dir.resolve("classes"));
  }

  @AfterEach
  void close() throws IOException {
    framework.letGo();
  }

  @Test
  void shouldComeToAnEndInADirectoryThatHoldsItself() throws Exception {
    Files.createSymbolicLink(entry.resolve("fw"), entry);
    Files.createSymbolicLink(entry.resolve("sub"), entry);
    Files.createFile(entry.resolve("A.class"));

    SharedPackages.Shared shared = overlap();

    assertThat(shared.replaced()).contains("fw.A");
    assertThat(shared.crossing().orElseThrow()).contains("fw.sub.A");
  }

  @Test
  void shouldPassOverALinkThatLeadsNowhere() throws Exception {
    Files.createSymbolicLink(entry.resolve("fw"), dir.resolve("nothing"));

    assertThat(overlap()).isEqualTo(SharedPackages.Shared.NOTHING);
  }

  @Test
  void shouldPassOverADirectoryThatCannotBeRead() throws Exception {
    Path closed = Files.createDirectories(entry.resolve("fw"));
    Files.createFile(closed.resolve("A.class"));
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("---------"));
    try {
      assumeThat(Files.isReadable(closed)).as("what root may not read").isFalse();
      assertThat(overlap()).isEqualTo(SharedPackages.Shared.NOTHING);
    } finally {
      Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
    }
  }

  @Test
  void shouldPassOverAFileThatIsNamedLikeAPackage() throws Exception {
    Files.createFile(entry.resolve("fw"));

    assertThat(overlap()).isEqualTo(SharedPackages.Shared.NOTHING);
  }

  private SharedPackages.Shared overlap() throws IOException {
    return new SharedPackages(framework).with(entry);
  }
}
