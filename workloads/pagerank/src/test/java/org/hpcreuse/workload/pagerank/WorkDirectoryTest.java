/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pagerank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WorkDirectoryTest {
  @TempDir Path directory;

  @Test
  void shouldNotPublishOverOrIntoWhatExists() throws IOException {
    Path existing = Files.createDirectories(directory.resolve("existing"));
    try (WorkDirectory work = open()) {
      Path ranks = Files.createDirectories(java(work.path("ranks")));
      Files.writeString(ranks.resolve("part-m-00000"), "a\t1.0\n");
      assertThatThrownBy(() -> work.publish(work.path("ranks"), hadoop(existing)))
          .isInstanceOf(IOException.class);
      assertThat(existing).isEmptyDirectory();
      work.publish(work.path("ranks"), hadoop(directory.resolve("free")));
    }
    assertThat(directory.resolve("free").resolve("part-m-00000")).hasContent("a\t1.0\n");
    assertThat(directory).isDirectoryNotContaining("glob:**/.pagerank-*");
  }

  @Test
  void shouldNotClashWithAnother() throws IOException {
    try (WorkDirectory one = open()) {
      try (WorkDirectory other = open()) {
        assertThat(one.path("x")).isNotEqualTo(other.path("x"));
      }
      assertThat(java(one.path("x")).getParent()).isDirectory();
    }
  }

  private WorkDirectory open() throws IOException {
    return new WorkDirectory(new Configuration(), hadoop(directory));
  }

  private static org.apache.hadoop.fs.Path hadoop(Path path) {
    return new org.apache.hadoop.fs.Path(path.toUri());
  }

  private static Path java(org.apache.hadoop.fs.Path path) {
    return Path.of(path.toUri());
  }
}
