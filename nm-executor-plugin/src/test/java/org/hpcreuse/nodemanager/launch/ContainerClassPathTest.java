/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import org.hpcreuse.protocol.files.FrameworkFingerprint;
import org.hpcreuse.protocol.files.FrameworkToken;
import org.hpcreuse.protocol.files.JavaClassPath;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContainerClassPathTest {
  @TempDir private Path dir;

  private final ContainerClassPath classPaths = new ContainerClassPath();
  private String framework;

  @BeforeEach
  void makeFramework() throws IOException {
    Files.createDirectories(dir.resolve("fw/lib"));
    Files.writeString(dir.resolve("fw/a.jar"), "a");
    Files.writeString(dir.resolve("fw/lib/b.jar"), "b");
    Files.createDirectories(dir.resolve("work"));
    Files.writeString(dir.resolve("work/job.jar"), "j");
    framework = dir.resolve("fw") + "/*:" + dir.resolve("fw/lib") + "/*";
  }

  private Path work() {
    return dir.resolve("work");
  }

  private String token() throws IOException {
    return FrameworkToken.of(FrameworkFingerprint.of(framework));
  }

  @Test
  void shouldNameTheFrameworkByAToken() throws Exception {
    assertThat(classPaths.expand("./conf:" + framework + ":*", work(), framework))
        .containsExactly(work() + "/./conf", token(), work() + "/job.jar");
    assertThat(classPaths.expand(framework, work(), framework)).containsExactly(token());
  }

  @Test
  void shouldSpellOutWhatIsNotTheFrameworkAsThePoolNamesIt() throws Exception {
    String other = dir.resolve("fw/lib") + "/*:" + dir.resolve("fw") + "/*";

    assertThat(classPaths.expand(other, work(), framework))
        .isEqualTo(JavaClassPath.expand(other, work()))
        .hasSize(2);
    assertThat(classPaths.expand("a.jar::b.jar", work(), "")).hasSize(3);
    assertThat(classPaths.expand("a.jar:b.jar", work(), "a.jar")).hasSize(2);
  }

  @Test
  void shouldSeeAJarThatIsAddedReplacedOrDeleted() throws Exception {
    classPaths.expand(framework, work(), framework);

    Files.writeString(dir.resolve("fw/c.jar"), "c");
    assertThat(classPaths.expand(framework, work(), framework)).containsExactly(token());
    Path fresh = Files.writeString(dir.resolve("fresh"), "another b");
    Files.move(fresh, dir.resolve("fw/lib/b.jar"), StandardCopyOption.REPLACE_EXISTING);
    assertThat(classPaths.expand(framework, work(), framework)).containsExactly(token());
    Files.delete(dir.resolve("fw/a.jar"));
    assertThat(classPaths.expand(framework, work(), framework)).containsExactly(token());
  }

  @Test
  void shouldSeeAJarThatIsWrittenOverWhenItForgets() throws Exception {
    classPaths.expand(framework, work(), framework);
    Files.writeString(dir.resolve("fw/a.jar"), "longer");
    Files.setLastModifiedTime(dir.resolve("fw/a.jar"), FileTime.fromMillis(1_000));

    classPaths.forget();

    assertThat(classPaths.expand(framework, work(), framework)).containsExactly(token());
  }
}
