/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.hpcreuse.it.harness.Client;
import org.hpcreuse.it.harness.Cluster;
import org.hpcreuse.it.harness.ClusterExtension;
import org.hpcreuse.it.harness.Gate;
import org.hpcreuse.it.job.OneMap;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Containers in slots outlive their NodeManager; the next one takes them up. */
class NodeManagerRestartTest {
  @RegisterExtension static final ClusterExtension REUSE = ClusterExtension.of(Cluster.Mode.REUSE);

  @ParameterizedTest
  @ValueSource(strings = {"KILL", "TERM"})
  void shouldFinishAJobWhoseContainersRanMeanwhile(String signal) throws Exception {
    Cluster cluster = REUSE.cluster();
    try (Gate gate = new Gate()) {
      String output = Samples.output("nm-" + signal);
      Client job =
          cluster.startHadoop(
              Samples.jobJar(cluster),
              OneMap.class.getName(),
              "-D" + OneMap.GATE + "=" + gate.address(),
              "WaitsAtGate",
              Samples.text(cluster) + "/LICENSE",
              output);
      gate.awaitArrival();
      long reused = cluster.reused();

      cluster.endNodeManager(signal);
      cluster.startNodeManager();
      gate.open();

      job.succeed();
      assertThat(job.counters())
          .doesNotContainKeys("Job Counters: Failed map tasks", "Job Counters: Killed map tasks");
      assertThat(cluster.reused()).isEqualTo(reused);
      assertThat(cluster.sortedLines(output)).containsExactly("passed");
    }
    cluster.awaitIdle();
  }
}
