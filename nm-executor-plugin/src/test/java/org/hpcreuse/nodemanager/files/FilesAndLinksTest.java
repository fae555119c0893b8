/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.hpcreuse.nodemanager.usage.ContainerModes;
import org.hpcreuse.protocol.NotEligibleException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FilesAndLinksTest {
  @TempDir private Path dir;

  @Test
  void shouldGiveDirectoriesExactlyTheModeAsked() throws Exception {
    Path made = dir.resolve("a/b");
    LocalFiles.makeDirectory(made, 0710, true);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made)))
        .isEqualTo("rwx--x---");
    LocalFiles.setMode(made, 0777);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made)))
        .isEqualTo("rwxrwxrwx");
  }

  @Test
  void shouldLinkEverythingInADirectoryForAWildcard() throws Exception {
    Path lib = Files.createDirectory(dir.resolve("lib"));
    Files.createFile(lib.resolve("a.jar"));
    Files.createFile(lib.resolve("b.jar"));
    Map<String, Path> links =
        ResourceLinks.resolve(
            Map.of(new org.apache.hadoop.fs.Path(lib.toString()), List.of("*", "sub/l")));
    assertThat(links)
        .containsOnly(
            Map.entry("a.jar", lib.resolve("a.jar")),
            Map.entry("b.jar", lib.resolve("b.jar")),
            Map.entry("sub/l", lib));
  }

  @Test
  void shouldRemoveItsLinksSoThatAForkDoesNotLinkIntoTheirTargets() throws Exception {
    Path target = Files.createDirectory(dir.resolve("target"));
    Path work = Files.createDirectory(dir.resolve("work"));
    ResourceLinks links = new ResourceLinks();
    links.make(Map.of("conf", target, "x/y", target), work);
    assertThat(work.resolve("conf")).isSymbolicLink();
    assertThat(work.resolve("x/y")).isSymbolicLink();
    links.remove();
    assertThat(work.resolve("conf")).doesNotExist();
    assertThat(target).isEmptyDirectory();
  }

  @Test
  void shouldLeaveLinkNamesThatAShellWouldExpandToTheFork() {
    assertThatThrownBy(
            () ->
                ResourceLinks.resolve(
                    Map.of(new org.apache.hadoop.fs.Path("/r"), List.of("a$HOME"))))
        .isInstanceOf(NotEligibleException.class);
  }

  @Test
  void shouldRememberASlotContainerOverARestart() throws Exception {
    Path pidFile = dir.resolve("c.pid");
    ContainerModes before = new ContainerModes();
    before.mark(pidFile);
    ContainerModes after = new ContainerModes();
    after.recall("c", pidFile);
    assertThat(after.isSlotContainer("c")).isTrue();
    before.leaveSlot("c", pidFile);
    ContainerModes later = new ContainerModes();
    later.recall("c", pidFile);
    assertThat(later.isSlotContainer("c")).isFalse();
  }
}
