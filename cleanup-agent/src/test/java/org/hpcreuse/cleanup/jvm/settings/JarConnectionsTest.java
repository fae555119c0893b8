/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.hpcreuse.cleanup.TestSlot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JarConnectionsTest {
  @TempDir Path dir;
  private final TestSlot slot = new TestSlot();

  @BeforeEach
  void firstContainerReadsItsJar() throws Exception {
    makeJar("first");
    assertThat(read("first")).isEmpty();
    Files.delete(jar());
    makeJar("second");
  }

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldReadFirstContainersJarWhenLeftOut() {
    slot.releaseWithout(JarConnections.class);
    assertThatThrownBy(() -> read("second")).isInstanceOf(FileNotFoundException.class);
  }

  @Test
  void shouldReadTheJarThatIsThereWhenReleased() throws Exception {
    slot.release();
    assertThat(read("second")).isEmpty();
  }

  @Test
  void shouldAllowAnArchiveThatAContainerHasClosed() {
    JarConnections connections = new JarConnections();
    Object open = new Object();

    assertThat(connections.differences(Set.of(open), Set.of()))
        .singleElement()
        .satisfies(found -> assertThat(found.allowedBy()).startsWith("closed-jar"));
    assertThat(connections.differences(Set.of(), Set.of(open)))
        .singleElement()
        .satisfies(found -> assertThat(found.allowedBy()).isEmpty());
  }

  private Path jar() {
    return dir.resolve("job.jar");
  }

  private void makeJar(String entry) throws Exception {
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar()))) {
      out.putNextEntry(new ZipEntry(entry));
    }
  }

  private byte[] read(String entry) throws Exception {
    try (InputStream in = new URL("jar:" + jar().toUri() + "!/" + entry).openStream()) {
      return in.readAllBytes();
    }
  }
}
