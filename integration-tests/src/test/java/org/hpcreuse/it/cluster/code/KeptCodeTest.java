/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.cluster.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.hpcreuse.it.cluster.Samples;
import org.hpcreuse.it.harness.Installation;
import org.hpcreuse.it.harness.cluster.Client;
import org.hpcreuse.it.harness.cluster.Cluster;
import org.hpcreuse.it.harness.cluster.ClusterExtension;
import org.hpcreuse.it.job.SortsBackwards;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A job's tasks share its classes in a slot, and nobody can tell. */
@Tag("many-jobs")
class KeptCodeTest {
  private static final int MAPS = 8;

  @RegisterExtension
  static final ClusterExtension KEPT =
      ClusterExtension.own(Cluster.Mode.REUSE, "hpc-reuse.user-code=kept");

  @Test
  void shouldGiveEachMapTheClassesOfItsSlotAsIfTheyWereNew() throws Exception {
    String output = Samples.output("sorted");
    long forks = KEPT.cluster().forked();

    Client job = run(output);

    assertThat(lines(output)).isEqualTo(expected());
    assertThat(KEPT.cluster().forked()).as("forked").isEqualTo(forks);
    Map<String, Long> counters = job.counters();
    assertThat(counters).containsEntry("Job Counters: Launched map tasks", (long) MAPS);
    assertThat(counters.keySet())
        .filteredOn(name -> name.startsWith(SortsBackwards.CLASSES + ": "))
        .as("classes, of which there are as many as slots that ran maps")
        .hasSizeBetween(1, KEPT.cluster().status().get("slots").size());
    assertThat(mapsThatLogged(job)).isEqualTo(MAPS);
  }

  private static Path input() {
    return Installation.root().resolve("LICENSE");
  }

  private static List<String> expected() throws IOException {
    Map<String, Integer> counts = new TreeMap<>(Comparator.reverseOrder());
    for (String line : Files.readAllLines(input())) {
      counts.merge(line, 1, Integer::sum);
    }
    return counts.entrySet().stream().map(e -> e.getKey() + "\t" + e.getValue()).toList();
  }

  private static Client run(String output) throws Exception {
    Cluster cluster = KEPT.cluster();
    long split = Files.size(input()) / MAPS + 1;
    return cluster.hadoop(
        Samples.jobJar(cluster),
        SortsBackwards.class.getName(),
        "-Dmapreduce.input.fileinputformat.split.maxsize=" + split,
        Samples.text(cluster) + "/LICENSE",
        output);
  }

  private static List<String> lines(String output) throws Exception {
    return KEPT.cluster().hadoop("fs", "-cat", output + "/part-*").text().lines().toList();
  }

  private static long mapsThatLogged(Client job) throws IOException {
    Path logs = KEPT.cluster().home().resolve("logs/userlogs").resolve(job.application());
    try (Stream<Path> files = Files.walk(logs)) {
      return files
          .filter(file -> file.endsWith("syslog"))
          .filter(file -> text(file).contains(SortsBackwards.LOGGED))
          .count();
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
