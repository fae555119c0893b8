/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hadoop's real Configuration in a child JVM with the agent. */
final class KnownResourcesTest {
  @TempDir Path dir;

  @Test
  void shouldLoadTheDefaultsAsHadoopParsesThem() throws Exception {
    assertThat(probe("defaults"))
        .containsExactly(
            "known: core-default.xml mapred-default.xml yarn-default.xml",
            "before: same as parsed",
            "streams opened for known files: 0",
            "after: same as parsed",
            "done");
  }

  @Test
  void shouldKeepWhatElementsOfAPropertySay() throws Exception {
    assertThat(probe("elements"))
        .containsExactly(
            "before: same as parsed",
            "streams opened for known files: 0",
            "after: same as parsed",
            "deprecated name warned of: true",
            "done");
  }

  @Test
  void shouldParseAFileThatIncludesOthers() throws Exception {
    assertThat(probe("include")).containsExactly("known: false", "done");
  }

  @Test
  void shouldParseFilesOfOtherJars() throws Exception {
    assertThat(probe("other")).containsExactly("own.property=of the container", "done");
  }

  @Test
  void shouldParseEachTimeWhereHadoopWritesALineForEach() throws Exception {
    assertThat(probe("debug")).containsExactly("done");
    assertThat(Files.readString(dir.resolve("err"))).contains("parsing URL jar:");
  }

  @Test
  void shouldNotTakeOtherContentLater() throws Exception {
    assertThat(probe("again")).containsExactly("the second one has no effect: true", "done");
  }

  private List<String> probe(String what) throws Exception {
    return AgentJvm.run(dir, "", ConfigurationProbe.class, what);
  }
}
