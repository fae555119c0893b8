/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ManyClassesTest {
  @TempDir Path dir;

  @Test
  void shouldHoldTheJobsOwnFilesAndClassesThatCountTheirUses()
      throws IOException, ReflectiveOperationException {
    Path job = dir.resolve("job.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(job))) {
      out.putNextEntry(new JarEntry("own.txt"));
      out.write('x');
    }

    Path fat = ManyClasses.makeJar(dir, job, 3);

    try (URLClassLoader loader = new URLClassLoader(new URL[] {fat.toUri().toURL()}, null)) {
      assertThat(loader.getResource("own.txt")).isNotNull();
      Class<?> last = loader.loadClass("org.hpcreuse.workload.manyclasses.generated.C2");
      assertThat(last.getMethod("use").invoke(null)).isEqualTo(0);
      assertThat(last.getMethod("use").invoke(null)).isEqualTo(1);
    }
  }
}
