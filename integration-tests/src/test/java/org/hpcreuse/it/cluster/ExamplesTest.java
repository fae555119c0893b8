/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.hpcreuse.it.harness.cluster.Client;
import org.hpcreuse.it.harness.cluster.Cluster;
import org.hpcreuse.it.harness.cluster.ClusterExtension;
import org.hpcreuse.it.job.OneMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Hadoop's own examples give the same results and counters whether containers are forked or not.
 */
@Tag("many-jobs")
class ExamplesTest {
  @RegisterExtension static final ClusterExtension FORK = ClusterExtension.of(Cluster.Mode.FORK);

  @RegisterExtension static final ClusterExtension REUSE = ClusterExtension.of(Cluster.Mode.REUSE);

  private static final String GC = "Map-Reduce Framework: GC time elapsed (ms)";
  private static final String CPU = "Map-Reduce Framework: CPU time spent (ms)";

  /**
   * Times, memory, garbage collection: these differ from run to run in forked containers, too. The
   * last one holds each task's copy of job.xml, which names the cluster's directory and executor.
   */
  private static final Set<String> MEASURED =
      Set.of(
          "Job Counters: Total time spent by all maps in occupied slots (ms)",
          "Job Counters: Total time spent by all reduces in occupied slots (ms)",
          "Job Counters: Total time spent by all map tasks (ms)",
          "Job Counters: Total time spent by all reduce tasks (ms)",
          "Job Counters: Total vcore-milliseconds taken by all map tasks",
          "Job Counters: Total vcore-milliseconds taken by all reduce tasks",
          "Job Counters: Total megabyte-milliseconds taken by all map tasks",
          "Job Counters: Total megabyte-milliseconds taken by all reduce tasks",
          GC,
          CPU,
          "Map-Reduce Framework: Physical memory (bytes) snapshot",
          "Map-Reduce Framework: Virtual memory (bytes) snapshot",
          "Map-Reduce Framework: Total committed heap usage (bytes)",
          "Map-Reduce Framework: Peak Map Physical memory (bytes)",
          "Map-Reduce Framework: Peak Map Virtual memory (bytes)",
          "Map-Reduce Framework: Peak Reduce Physical memory (bytes)",
          "Map-Reduce Framework: Peak Reduce Virtual memory (bytes)",
          "File System Counters: FILE: Number of bytes written");

  /** The example names its input directory after the time and a random number. */
  private static final Set<String> LENGTH_OF_PATHS_OF_PI =
      Set.of(
          "File System Counters: HDFS: Number of bytes read",
          "Map-Reduce Framework: Input split bytes");

  private record Run(List<String> output, Map<String, Long> counters, Set<String> unsteady) {}

  /** In the reuse cluster nothing may be forked. */
  private static void compare(Both.Work<Run> example) throws Exception {
    long forks = REUSE.cluster().forked();
    long reused = REUSE.cluster().reused();
    Both<Run> both = Both.run(FORK.cluster(), REUSE.cluster(), example);

    assertThat(REUSE.cluster().forked() - forks).as("containers forked").isZero();
    assertThat(REUSE.cluster().reused()).isGreaterThan(reused);
    assertThat(both.reused().output()).isNotEmpty().isEqualTo(both.forked().output());
    assertThat(comparable(both.reused()))
        .isNotEmpty()
        .containsExactlyInAnyOrderEntriesOf(comparable(both.forked()));
  }

  private static Map<String, Long> comparable(Run run) {
    Map<String, Long> counters = new TreeMap<>(run.counters());
    counters.keySet().removeAll(MEASURED);
    counters.keySet().removeAll(run.unsteady());
    return counters;
  }

  @Test
  void shouldExplainAFailureAsForkedContainersDo() throws Exception {
    Both<String> both =
        Both.run(
            FORK.cluster(),
            REUSE.cluster(),
            cluster -> {
              Client job =
                  Samples.oneMap(
                      cluster,
                      "FailsLoudly",
                      Samples.output("fails"),
                      "-Dmapreduce.map.maxattempts=1");
              assertThat(job.await()).isEqualTo(1);
              return diagnostics(cluster, job);
            });

    assertThat(both.reused())
        .contains("exit code 9", "prelaunch.err", "said on stderr")
        .isEqualTo(both.forked());
  }

  /** What the NodeManager has told the master of the map that failed, without times and ids. */
  private static String diagnostics(Cluster cluster, Client job) throws IOException {
    Path logs = cluster.home().resolve("logs/userlogs").resolve(job.application());
    String log = Files.readString(logs.resolve(cluster.container(job, 1, 1)).resolve("syslog"));
    return log.lines()
        .dropWhile(line -> !line.contains("Diagnostics report from attempt_"))
        .skip(1)
        .takeWhile(line -> !line.contains(" INFO "))
        .map(line -> line.replaceAll("^\\[[^]]+\\]|_\\d+", ""))
        .collect(Collectors.joining("\n"));
  }

  @Test
  void shouldCountProcessorTimeAndCollectionsOfTheContainerAlone() throws Exception {
    int burnMs = 20_000;
    long reused = REUSE.cluster().reused();
    Client much = burn("-D" + OneMap.Burns.BURNS + "=" + burnMs);

    Client little = burn();

    assertThat(REUSE.cluster().reused() - reused).as("masters and maps").isEqualTo(4);
    assertThat(much.counters().get(CPU)).isGreaterThan(burnMs);
    assertThat(little.counters().get(CPU)).isLessThan(burnMs / 2);
    assertThat(much.counters().get(GC)).isGreaterThan(500);
    assertThat(little.counters().get(GC)).isLessThan(much.counters().get(GC) / 2);
  }

  /** On each slot in turn, so that one of them has burnt before. */
  private static Client burn(String... options) throws Exception {
    return Samples.oneMap(REUSE.cluster(), "Burns", Samples.output("burns"), options).succeed();
  }

  private static Run run(Cluster cluster, String output, String... words) throws Exception {
    Client client = cluster.hadoop(words);
    return new Run(cluster.sortedLines(output), client.counters(), Set.of());
  }

  @Test
  void shouldCountWordsAsForkedContainersDo() throws Exception {
    String output = Samples.output("wordcount");
    compare(c -> run(c, output, "examples", "wordcount", Samples.text(c), output));
  }

  @Test
  void shouldGrepAsForkedContainersDo() throws Exception {
    String output = Samples.output("grep");
    compare(c -> run(c, output, "examples", "grep", Samples.text(c), output, "[Ll]icen[cs]e"));
  }

  @Test
  void shouldSortBySecondaryKeyAsForkedContainersDo() throws Exception {
    String output = Samples.output("secondarysort");
    compare(
        c -> {
          var pairs = c.dir().resolve("pairs.txt");
          Files.writeString(pairs, "3 1\n1 7\n3 -2\n1 5\n2 2\n1 6\n");
          String input = Samples.text(c) + "-pairs";
          c.hadoop("fs", "-put", "-f", pairs.toString(), input);
          return run(c, output, "examples", "secondarysort", input, output);
        });
  }

  @Test
  void shouldEstimatePiAsForkedContainersDo() throws Exception {
    compare(
        c -> {
          Client client = c.hadoop("examples", "pi", "3", "100");
          List<String> result =
              client.text().lines().filter(line -> line.startsWith("Estimated")).toList();
          assertThat(result).hasSize(1);
          return new Run(result, client.counters(), LENGTH_OF_PATHS_OF_PI);
        });
  }

  @Test
  void shouldSortAsForkedContainersDo() throws Exception {
    String generated = Samples.output("teragen");
    String sorted = Samples.output("terasort");
    String report = Samples.output("teravalidate");
    compare(
        c -> {
          c.hadoop("examples", "teragen", "-Dmapreduce.job.maps=2", "20000", generated);
          Client sort =
              c.hadoop("examples", "terasort", "-Dmapreduce.job.reduces=2", generated, sorted);
          c.hadoop("examples", "teravalidate", sorted, report);
          List<String> verdict = c.sortedLines(report);
          assertThat(verdict).hasSize(1).first().asString().startsWith("checksum");
          return new Run(verdict, sort.counters(), Set.of());
        });
  }
}
