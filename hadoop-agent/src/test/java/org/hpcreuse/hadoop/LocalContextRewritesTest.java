/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hadoop's real FileContext in a child JVM with the agent. */
final class LocalContextRewritesTest {
  @TempDir Path dir;

  @Test
  void shouldMakeContextsOfItsOwnFromOneConfiguration() throws Exception {
    assertThat(AgentJvm.run(dir, "", LocalContextProbe.class, ""))
        .containsExactly(
            "not installed: ----w--w- file:///",
            "first: ---rwxrwx file:///" + " of 1",
            "second: ----w-rwx file:///" + " of 2",
            "own: ----w--w- file:///",
            "once: ----w-rwx file:///" + " of 3");
  }
}
