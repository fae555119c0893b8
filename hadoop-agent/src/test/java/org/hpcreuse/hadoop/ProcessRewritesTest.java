/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hadoop's real process tree in a child JVM with the agent. */
final class ProcessRewritesTest {
  @TempDir Path dir;

  @Test
  void shouldCountTheProcessesOfATask() throws Exception {
    assertThat(AgentJvm.run(dir, "", ProcessProbe.class, ""))
        .containsExactly(
            "not asked: 1 process",
            "alone: 1 process, asked",
            "with a child: 2 processes, asked",
            "of the child: 1 process, not asked",
            "done");
  }
}
