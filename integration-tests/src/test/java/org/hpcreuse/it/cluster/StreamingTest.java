/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.streaming.HadoopStreaming;
import org.hpcreuse.it.harness.Installation;
import org.hpcreuse.it.harness.cluster.Cluster;
import org.hpcreuse.it.harness.cluster.ClusterExtension;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs that map and reduce as child processes of a container see what they see when forked. */
@Tag("many-jobs")
class StreamingTest {
  @RegisterExtension static final ClusterExtension FORK = ClusterExtension.of(Cluster.Mode.FORK);

  @RegisterExtension static final ClusterExtension REUSE = ClusterExtension.of(Cluster.Mode.REUSE);

  /** Words, and what the environment and the directory of the mapper are like. */
  private static final String SHELL =
      """
      #!/bin/sh
      tr -s ' ' '\\n'
      echo "directory: $(basename "$PWD" | sed 's/[0-9]//g')" "$([ -e words.txt ] && echo linked)"
      echo "job: $mapreduce_job_name $(env | grep -c '^mapreduce_task_id=')"
      echo said >&2
      """;

  private static final String PYTHON =
      """
      #!/usr/bin/env python3
      import os, sys
      for line in sys.stdin:
          for word in line.split():
              print(word.lower())
      print("linked:", os.path.exists("words.txt"), os.environ["mapreduce_job_name"])
      """;

  @ParameterizedTest
  @CsvSource({"sh, mapper.sh", "python3, mapper.py"})
  void shouldGiveTheOutputOfForkedContainers(String interpreter, String name) throws Exception {
    assumeTrue(isThere(interpreter), interpreter + " is missing");

    long reused = REUSE.cluster().reused();
    long forked = REUSE.cluster().forked();

    Both<List<String>> both =
        Both.run(FORK.cluster(), REUSE.cluster(), cluster -> run(cluster, name));

    assertThat(both.reused()).isNotEmpty().isEqualTo(both.forked());
    assertThat(REUSE.cluster().reused() - reused).as("master, maps, reduce").isGreaterThan(3);
    assertThat(REUSE.cluster().forked()).isEqualTo(forked);
  }

  private static boolean isThere(String program) throws IOException, InterruptedException {
    return new ProcessBuilder("sh", "-c", "command -v " + program + " >/dev/null").start().waitFor()
        == 0;
  }

  private static List<String> run(Cluster cluster, String name) throws Exception {
    Path mapper = cluster.dir().resolve(name);
    Files.writeString(mapper, name.endsWith(".py") ? PYTHON : SHELL);
    mapper.toFile().setExecutable(true);
    Path words = Files.writeString(cluster.dir().resolve("words.txt"), "of the job");
    String output = Samples.output("streaming");
    cluster.hadoop(
        Installation.jarOf(HadoopStreaming.class).toString(),
        "-D",
        "mapreduce.job.name=" + name,
        "-files",
        mapper + "," + words,
        "-input",
        Samples.text(cluster) + "/LICENSE",
        "-output",
        output,
        "-mapper",
        name,
        "-reducer",
        "uniq -c");
    return cluster.sortedLines(output);
  }
}
