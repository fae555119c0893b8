/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.hpcreuse.it.harness.Gate;
import org.hpcreuse.it.harness.cluster.Client;
import org.hpcreuse.it.harness.cluster.Cluster;
import org.hpcreuse.it.harness.cluster.ClusterExtension;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Slots or memory are short: the scheduler preempts, and slots make room for forked containers. */
@Tag("many-jobs")
class ShortageTest {
  private static final String QUEUES = "yarn.scheduler.capacity.root.";
  private static final String PREEMPTION = "yarn.resourcemanager.monitor.capacity.preemption.";

  @RegisterExtension
  static final ClusterExtension REUSE =
      ClusterExtension.own(
          Cluster.Mode.REUSE,
          "hpc-reuse.fork-headroom-mb=640",
          "yarn.resourcemanager.scheduler.monitor.enable=true",
          PREEMPTION + "monitoring_interval=500",
          PREEMPTION + "max_wait_before_kill=1000",
          PREEMPTION + "total_preemption_per_round=1.0",
          PREEMPTION + "natural_termination_factor=1.0",
          QUEUES + "queues=default,urgent",
          QUEUES + "default.capacity=50",
          QUEUES + "default.maximum-capacity=100",
          QUEUES + "default.user-limit-factor=4",
          QUEUES + "urgent.capacity=50",
          QUEUES + "urgent.maximum-capacity=100");

  @Test
  void shouldSendSlotsAwayForForkedMapsAndLetThemComeBack() throws Exception {
    Cluster cluster = REUSE.cluster();
    try (Gate gate = new Gate()) {
      Client job =
          Samples.threeMapsAtGate(
              cluster,
              "WaitsAtGate",
              Samples.output("forked"),
              gate,
              "-Dmapreduce.map.env=HPC_REUSE_MODE=fork");

      JsonNode status = cluster.status();

      assertThat(status.at("/pool/forksRunning").asInt()).as(status.toString()).isEqualTo(3);
      assertThat(status.at("/pool/slotsLent").asInt()).as(status.toString()).isEqualTo(2);
      assertThat(status.get("slots").findValuesAsText("state"))
          .containsOnlyOnce("RUNNING")
          .containsOnlyOnce("FREE");
      gate.open();
      job.succeed();
    }
    cluster.awaitIdle();
    assertThat(cluster.status().at("/pool/slotsLent").asInt()).isZero();
  }

  @Test
  void shouldEndMapsForAnotherQueueAndRunThemAgain() throws Exception {
    Cluster cluster = REUSE.cluster();
    try (Gate gate = new Gate()) {
      String output = Samples.output("preempted");
      Client greedy = Samples.threeMapsAtGate(cluster, "FirstWaitsAtGate", output, gate);

      Client urgent =
          Samples.oneMap(
              cluster,
              "FirstWaitsAtGate",
              Samples.output("urgent"),
              Samples.gate(gate),
              "-Dmapreduce.job.queuename=urgent");
      gate.awaitArrival();
      gate.open();

      urgent.succeed();
      greedy.succeed();
      assertThat(greedy.counters().get("Job Counters: Killed map tasks")).isBetween(1L, 2L);
      assertThat(greedy.counters()).doesNotContainKey("Job Counters: Failed map tasks");
      assertThat(cluster.sortedLines(output)).containsExactly("passed", "passed", "passed");
    }
    cluster.awaitIdle();
  }
}
