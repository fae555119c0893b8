/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.framework;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.hpcreuse.protocol.files.FrameworkToken;
import org.hpcreuse.protocol.files.PoolFiles;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FrameworkClassPathTest {
  @TempDir private Path temp;
  private Path link;
  private Path jar;
  private Path conf;
  private FrameworkClassPath classPath;

  @BeforeEach
  void readAPool() throws IOException {
    Path root = temp.toRealPath();
    jar = Files.writeString(Files.createDirectories(root.resolve("real")).resolve("a.jar"), "a");
    conf = Files.createDirectories(root.resolve("conf"));
    link = Files.createSymbolicLink(root.resolve("link"), root.resolve("real"));
    Path pool = root.resolve("pool");
    PoolFiles.createOwnerOnly(pool);
    Files.writeString(
        pool.resolve("pool.properties"),
        "hpc-reuse.framework.classpath = "
            + link
            + "/*:/does/not/exist.jar\nhpc-reuse.framework.conf-dir = "
            + conf
            + "\n");
    classPath = FrameworkClassPath.of(PoolFiles.open(pool), "f1");
  }

  @Test
  void shouldPutTheFrameworkInThePlaceOfItsToken() {
    FrameworkClassPath.Expanded expanded =
        classPath.expand(List.of("/work", FrameworkToken.of("f1"), "/job.jar")).orElseThrow();

    assertThat(expanded.names())
        .containsExactly("/work", link + "/a.jar", "/does/not/exist.jar", "/job.jar");
    assertThat(expanded.paths()).containsExactly(Path.of("/work"), jar, Path.of("/job.jar"));
  }

  @Test
  void shouldNotKnowTheTokenOfOtherFiles() {
    assertThat(classPath.expand(List.of("/work", FrameworkToken.of("f2")))).isEmpty();
  }

  @Test
  void shouldLeaveAClassPathWithoutATokenAsItIs() {
    assertThat(classPath.expand(List.of("/work", link + "/a.jar")).orElseThrow().paths())
        .containsExactly(Path.of("/work"), link.resolve("a.jar"));
  }

  @Test
  void shouldSearchTheConfigurationLast() {
    assertThat(classPath.entries()).containsExactly(jar, conf);
  }
}
