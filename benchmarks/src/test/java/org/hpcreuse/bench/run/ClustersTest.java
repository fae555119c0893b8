/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ClustersTest {
  @Test
  void shouldLeaveAloneWhatAStoppedRunHasLeft(@TempDir Path dir) throws IOException {
    assertThat(Clusters.unused(dir, "fork")).isEqualTo(dir.resolve("fork"));
    Files.createDirectory(dir.resolve("fork"));
    Files.createDirectory(dir.resolve("fork-2"));
    assertThat(Clusters.unused(dir, "fork")).isEqualTo(dir.resolve("fork-3"));
  }
}
