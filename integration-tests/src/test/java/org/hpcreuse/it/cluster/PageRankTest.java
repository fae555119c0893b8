/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.TreeMap;
import org.hpcreuse.it.harness.Cluster;
import org.hpcreuse.it.harness.ClusterExtension;
import org.hpcreuse.it.harness.Installation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** PageRank of a real graph gives the same ranks in both modes. */
class PageRankTest {
  private static final double TOLERANCE = 1e-9;

  @RegisterExtension static final ClusterExtension FORK = ClusterExtension.of(Cluster.Mode.FORK);

  @RegisterExtension static final ClusterExtension REUSE = ClusterExtension.of(Cluster.Mode.REUSE);

  @Test
  void shouldRankAsForkedContainersDo() throws Exception {
    long forks = REUSE.cluster().forked();
    Both<Map<String, Double>> both = Both.run(FORK.cluster(), REUSE.cluster(), PageRankTest::ranks);
    Map<String, Double> forked = both.forked();
    Map<String, Double> reused = both.reused();

    assertThat(REUSE.cluster().forked() - forks).as("containers forked").isZero();
    assertThat(reused.keySet()).isEqualTo(forked.keySet()).hasSizeGreaterThan(500);
    reused.forEach(
        (node, rank) -> assertThat(rank).as(node).isCloseTo(forked.get(node), within(TOLERANCE)));
    assertThat(reused.values().stream().mapToDouble(Double::doubleValue).sum())
        .isCloseTo(1.0, within(TOLERANCE));
  }

  private static Map<String, Double> ranks(Cluster cluster) throws Exception {
    String graph =
        Installation.root().resolve("workloads/pagerank/graphs/debian-sample.txt").toString();
    cluster.hadoop("fs", "-mkdir", "-p", "/it/graph");
    cluster.hadoop("fs", "-put", "-f", graph, "/it/graph");
    String output = Samples.output("ranks");
    String jar = Installation.root().resolve("workloads/pagerank/target/pagerank.jar").toString();
    cluster.hadoop(jar, "/it/graph", output, "--iterations", "2");
    Map<String, Double> ranks = new TreeMap<>();
    for (String line : cluster.sortedLines(output)) {
      String[] fields = line.split("\t", -1);
      ranks.put(fields[0], Double.parseDouble(fields[1]));
    }
    return ranks;
  }
}
