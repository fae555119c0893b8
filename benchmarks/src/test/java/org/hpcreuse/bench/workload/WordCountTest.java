/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WordCountTest {
  @TempDir Path dir;

  @Test
  void shouldWriteTheSameWordsForTheSameSeed() throws IOException {
    Path[] one = new WordCount(dir.resolve("1"), 7).writeFiles();
    Path[] same = new WordCount(dir.resolve("2"), 7).writeFiles();
    Path[] other = new WordCount(dir.resolve("3"), 8).writeFiles();

    assertThat(one).hasSize(4);
    assertThat(one[0]).hasSameTextualContentAs(same[0]);
    assertThat(Files.mismatch(one[0], other[0])).isNotEqualTo(-1);
    assertThat(Files.mismatch(one[0], one[1])).isNotEqualTo(-1);
  }
}
