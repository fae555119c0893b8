/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.concurrent.TimeoutException;
import org.hpcreuse.it.harness.Client;
import org.hpcreuse.it.harness.Cluster;
import org.hpcreuse.it.harness.ClusterExtension;
import org.hpcreuse.it.harness.Gate;
import org.hpcreuse.it.harness.Waits;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A site has given YARN more memory than there are slots: containers wait their turn, or end. */
@Tag("many-jobs")
class QueueTest {
  private static final String YARN = "org.apache.hadoop.yarn.client.cli.ApplicationCLI";

  /** Three maps and an application master fill the slots. */
  private static final int AT_ONCE = 3;

  private static final int MAPS = 10;

  /** Splits the licence, which is 11,358 bytes long, for {@link #MAPS}. */
  private static final String TEN_SPLITS = "-Dmapreduce.input.fileinputformat.split.maxsize=1200";

  @RegisterExtension
  static final ClusterExtension REUSE =
      ClusterExtension.own(
          Cluster.Mode.REUSE,
          "yarn.nodemanager.resource.memory-mb=16384",
          "yarn.nodemanager.resource.cpu-vcores=16");

  @Test
  void shouldEndContainersThatWaitForASlotWithTheirApplication() throws Exception {
    Cluster cluster = REUSE.cluster();
    try (Gate gate = new Gate()) {
      Client job = waiting(cluster, gate, Samples.output("killed"));
      long forked = cluster.forked();

      cluster.hadoop(YARN, "application", "-kill", job.application());

      assertThat(job.await()).isNotZero();
      cluster.awaitIdle();
      assertThat(pool(cluster).get("queued").asInt()).isZero();
      assertThat(cluster.forked()).as("none of them was forked instead").isEqualTo(forked);
    }
    String output = Samples.output("after");
    Samples.oneMap(cluster, "CrashesOnce", output).succeed();
    assertThat(cluster.sortedLines(output)).containsExactly("survived");
    cluster.awaitIdle();
  }

  @Test
  void shouldRunAllThatWait() throws Exception {
    Cluster cluster = REUSE.cluster();
    String output = Samples.output("all");
    try (Gate gate = new Gate()) {
      Client job = waiting(cluster, gate, output);
      long forked = cluster.forked();
      gate.open();
      for (int map = AT_ONCE; map < MAPS; map++) {
        gate.awaitArrival();
        gate.open();
      }

      job.succeed();
      assertThat(cluster.forked()).isEqualTo(forked);
    }
    assertThat(cluster.sortedLines(output)).hasSize(MAPS).containsOnly("passed");
    cluster.awaitIdle();
  }

  /** A job whose maps have taken all slots but the master's, with more of them queued. */
  private static Client waiting(Cluster cluster, Gate gate, String output) throws Exception {
    Client job = Samples.oneMap(cluster, "WaitsAtGate", output, Samples.gate(gate), TEN_SPLITS);
    for (int map = 0; map < AT_ONCE; map++) {
      gate.awaitArrival();
    }
    Waits.until("maps to wait for a slot")
        .atMost(Waits.START)
        .untilAsserted(() -> assertThat(pool(cluster).get("queued").asInt()).isPositive());
    return job;
  }

  private static JsonNode pool(Cluster cluster) throws IOException, TimeoutException {
    return cluster.status().get("pool");
  }
}
