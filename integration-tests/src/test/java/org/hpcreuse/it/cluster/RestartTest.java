/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.hpcreuse.it.harness.Gate;
import org.hpcreuse.it.harness.cluster.Client;
import org.hpcreuse.it.harness.cluster.Cluster;
import org.hpcreuse.it.harness.cluster.Cluster.Daemon;
import org.hpcreuse.it.harness.cluster.ClusterExtension;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Containers in slots outlive YARN's daemons; the next ones take them up. */
class RestartTest {
  @RegisterExtension static final ClusterExtension REUSE = ClusterExtension.of(Cluster.Mode.REUSE);

  @Test
  void shouldFinishAJobThatRanWhileThereWasNoResourceManager() throws Exception {
    endAndStartAgain(Daemon.RESOURCEMANAGER, "KILL");
  }

  @ParameterizedTest
  @ValueSource(strings = {"KILL", "TERM"})
  @Tag("many-jobs")
  void shouldFinishAJobThatRanWhileThereWasNoNodeManager(String signal) throws Exception {
    endAndStartAgain(Daemon.NODEMANAGER, signal);
  }

  private static void endAndStartAgain(Daemon daemon, String signal) throws Exception {
    Cluster cluster = REUSE.cluster();
    try (Gate gate = new Gate()) {
      String output = Samples.output(daemon + "-" + signal);
      Client job = Samples.oneMap(cluster, "WaitsAtGate", output, Samples.gate(gate));
      gate.awaitArrival();
      long reused = cluster.reused();

      cluster.end(daemon, signal);
      cluster.startAgain(daemon);
      gate.open();

      job.succeed();
      assertThat(job.counters())
          .doesNotContainKeys("Job Counters: Failed map tasks", "Job Counters: Killed map tasks");
      assertThat(cluster.reused()).isEqualTo(reused);
      assertThat(cluster.sortedLines(output)).containsExactly("passed");
    }
    cluster.awaitIdle();
    long forked = cluster.forked();
    Samples.oneMap(cluster, "SeesJackson", Samples.output("after-" + daemon)).succeed();
    assertThat(cluster.forked()).as("forked after the restart").isEqualTo(forked);
  }
}
