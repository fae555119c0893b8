/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.hpcreuse.it.harness.Installation;
import org.hpcreuse.it.harness.cluster.Cluster;
import org.hpcreuse.it.harness.cluster.ClusterExtension;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** PageRank of a real graph gives the same ranks, whatever runs its containers. */
class PageRankTest {
  private static final double TOLERANCE = 1e-9;

  @RegisterExtension static final ClusterExtension REUSE = ClusterExtension.of(Cluster.Mode.REUSE);

  /** {@link #REUSE} is one of them; the other forks, and is started for that test only. */
  @Nested
  @Tag("many-jobs")
  class WithAForkCluster {
    @RegisterExtension static final ClusterExtension FORK = ClusterExtension.of(Cluster.Mode.FORK);

    @Test
    void shouldRankAsForkedContainersDo() throws Exception {
      Both<Map<String, Double>> both =
          Both.run(FORK.cluster(), REUSE.cluster(), cluster -> ranks(cluster));

      assertSame(both.reused(), both.forked());
    }
  }

  @Test
  void shouldRankAsHadoopDoesInOneProcess() throws Exception {
    long forks = REUSE.cluster().forked();
    Map<String, Double> local = ranks(REUSE.cluster(), "-Dmapreduce.framework.name=local");
    long containers = REUSE.cluster().reused();

    Map<String, Double> reused = ranks(REUSE.cluster());

    assertThat(REUSE.cluster().reused()).isGreaterThan(containers);
    assertThat(REUSE.cluster().forked() - forks).as("containers forked").isZero();
    assertSame(reused, local);
  }

  private static void assertSame(Map<String, Double> ranks, Map<String, Double> expected) {
    assertThat(ranks.keySet()).isEqualTo(expected.keySet()).hasSizeGreaterThan(500);
    ranks.forEach(
        (node, rank) -> assertThat(rank).as(node).isCloseTo(expected.get(node), within(TOLERANCE)));
    assertThat(ranks.values().stream().mapToDouble(Double::doubleValue).sum())
        .isCloseTo(1.0, within(TOLERANCE));
  }

  private static Map<String, Double> ranks(Cluster cluster, String... options) throws Exception {
    String graph =
        Installation.root().resolve("workloads/pagerank/graphs/debian-sample.txt").toString();
    cluster.hadoop("fs", "-mkdir", "-p", "/it/graph");
    cluster.hadoop("fs", "-put", "-f", graph, "/it/graph");
    String output = Samples.output("ranks");
    String jar = Installation.root().resolve("workloads/pagerank/target/pagerank.jar").toString();
    List<String> words = new ArrayList<>(List.of(jar));
    words.addAll(List.of(options));
    words.addAll(List.of("/it/graph", output, "--iterations", "2"));
    cluster.hadoop(words.toArray(new String[0]));
    Map<String, Double> ranks = new TreeMap<>();
    for (String line : cluster.sortedLines(output)) {
      String[] fields = line.split("\t", -1);
      ranks.put(fields[0], Double.parseDouble(fields[1]));
    }
    return ranks;
  }
}
