/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipFile;
import org.hpcreuse.cleanup.TestProcess;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.boot.SlotHooks;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the rewritten constructors report is reported by hand here; the agent's test has those. */
class OpenArchivesTest {
  private static final String ENTRY = "entry";

  @TempDir Path dir;
  private final TestSlot slot = new TestSlot();
  private Path file;

  @BeforeEach
  void beAContainer() throws IOException {
    file = dir.resolve("archive.jar");
    try (OutputStream out = Files.newOutputStream(file);
        JarOutputStream jar = new JarOutputStream(out)) {
      jar.putNextEntry(new JarEntry(ENTRY));
    }
    SlotHooks.install(new TestProcess());
  }

  @AfterEach
  void release() {
    SlotHooks.install(null);
    slot.close();
  }

  /** One that does not close when it is told to. */
  private static final class StaysOpen extends JarFile {
    StaysOpen(File file) throws IOException {
      super(file);
    }

    @Override
    public void close() {}
  }

  @Test
  void shouldLeaveAnArchiveOpenWhenLeftOut() throws Exception {
    try (ZipFile archive = opened(new ZipFile(file.toFile()))) {
      slot.releaseWithout(OpenArchives.class);
      assertThat(archive.getEntry(ENTRY)).isNotNull();
    }
  }

  @Test
  void shouldCloseAnArchiveWhenReleased() throws Exception {
    try (ZipFile archive = opened(new ZipFile(file.toFile()))) {
      shouldClose(archive);
    }
  }

  @Test
  void shouldCloseAnArchiveThatDoesNotCloseByItself() throws Exception {
    try (JarFile archive = opened(new StaysOpen(file.toFile()))) {
      shouldClose(archive);
    }
  }

  private void shouldClose(ZipFile archive) throws Exception {
    slot.release();

    assertThatThrownBy(() -> archive.getEntry(ENTRY)).hasMessageContaining("closed");
  }

  @Test
  void shouldCloseTheArchivesOfAClassLoader() throws Exception {
    try (URLClassLoader loader = new URLClassLoader(new URL[] {file.toUri().toURL()}, null)) {
      SlotHooks.openedClassPath(ReflectiveAccess.of(loader).get("ucp"));
      assertThat(loader.findResource(ENTRY)).isNotNull();

      slot.release();

      assertThat(loader.findResource(ENTRY)).isNull();
    }
  }

  @Test
  void shouldKeepAnArchiveThatAClassLoaderOfTheSlotHasOpened() throws Exception {
    try (URLClassLoader loader = new URLClassLoader(new URL[] {file.toUri().toURL()}, null)) {
      assertThat(loader.findResource(ENTRY)).isNotNull();

      slot.release();

      assertThat(loader.findResource(ENTRY)).isNotNull();
    }
  }

  private static <T> T opened(T archive) {
    SlotHooks.openedArchive(archive);
    return archive;
  }
}
