/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.cluster.waits;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.hpcreuse.hadoop.RequestWait;
import org.hpcreuse.it.harness.Installation;
import org.hpcreuse.it.harness.Waits;
import org.hpcreuse.it.harness.cluster.Cluster;
import org.hpcreuse.it.harness.cluster.ClusterExtension;
import org.hpcreuse.workload.masters.Masters;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The program of {@code hpc-reuse bench masters} against a real ResourceManager. */
class MastersTest {
  private static final List<String> CASES = List.of("stock:0", "slots:50");

  private static final String HEARTBEATS =
      "\\{\"type\":\"masterHeartbeats\",\"of\":\\{\"masters\":3,\"waits\":\"%s\",\"newsMs\":%s},"
          + "\"master\":[0-2],\"atMs\":\\[[0-9, ]+],\"micros\":\\[[0-9, ]+]}";

  @RegisterExtension static final ClusterExtension FORK = ClusterExtension.of(Cluster.Mode.FORK);

  @Test
  @Tag("many-jobs")
  void shouldSendTheHeartbeatsOfMastersThatWait() throws Exception {
    Cluster cluster = FORK.cluster();
    Path output = cluster.dir().resolve("masters.txt");
    Path log = cluster.dir().resolve("masters.log");
    List<String> words = new ArrayList<>();
    words.add(Installation.root().resolve("bin/hpc-reuse").toString());
    words.addAll(List.of("hadoop", "--dir", cluster.home().toString()));
    words.add(Installation.jarOf(Masters.class).toString());
    words.addAll(List.of("3", "1", "200"));
    words.addAll(CASES);
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.environment().put("HADOOP_CLASSPATH", Installation.jarOf(RequestWait.class).toString());
    Process program =
        builder
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(output.toFile())
            .redirectError(log.toFile())
            .start();
    try {
      assertThat(program.waitFor(Waits.JOB.toSeconds(), TimeUnit.SECONDS))
          .as(() -> "the end of the program; see " + log)
          .isTrue();
      assertThat(program.exitValue()).as(Files.readString(log)).isZero();
    } finally {
      program.destroy();
    }
    List<String> lines = Files.readAllLines(output);
    assertThat(lines.get(0)).contains("3 masters wait for containers");
    for (String of : CASES) {
      assertThat(lines)
          .filteredOn(line -> line.matches(HEARTBEATS.formatted((Object[]) of.split(":"))))
          .as("the heartbeats of each master in " + lines)
          .hasSize(3);
    }
  }
}
