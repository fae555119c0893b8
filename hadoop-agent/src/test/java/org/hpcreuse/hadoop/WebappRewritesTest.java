/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jetty's real class in a child JVM with the agent. */
final class WebappRewritesTest {
  @TempDir Path dir;

  @Test
  void shouldUnpackTheSameFilesWithoutReadingTheJar() throws Exception {
    Path plain = Files.createDirectory(dir.resolve("plain"));
    Path known = Files.createDirectory(dir.resolve("known"));

    assertThat(AgentJvm.run(dir, "", WebappProbe.class, dir.toString()))
        .containsExactly(
            "before: webapps/app/a.txt webapps/app/deep webapps/app/deep/b.txt",
            "known: 1",
            "after: webapps/app/a.txt webapps/app/deep webapps/app/deep/b.txt",
            "done");
    assertThat(plain.resolve("a.txt")).hasContent("a");
    assertThat(known.resolve("a.txt")).hasContent("a");
    assertThat(Files.getLastModifiedTime(known.resolve("deep/b.txt")))
        .isEqualTo(Files.getLastModifiedTime(plain.resolve("deep/b.txt")));
  }
}
