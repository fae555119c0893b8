/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class HdfsTest {
  @Test
  void shouldTellLinesApartButNotTheirOrder() throws IOException {
    String digest = sorted("a\t1\nb\t1\n");

    assertThat(sorted("b\t1\na\t1\n")).isEqualTo(digest);
    assertThat(sorted("a\t1\nb\t2\n")).isNotEqualTo(digest);
    assertThat(sorted("a\t1\n")).isNotEqualTo(digest);
  }

  private static String sorted(String text) throws IOException {
    return Hdfs.sortedSha256(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }
}
