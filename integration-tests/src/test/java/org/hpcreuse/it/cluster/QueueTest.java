/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.hpcreuse.it.harness.Gate;
import org.hpcreuse.it.harness.Waits;
import org.hpcreuse.it.harness.cluster.Client;
import org.hpcreuse.it.harness.cluster.Cluster;
import org.hpcreuse.it.harness.cluster.ClusterExtension;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A site has given YARN more memory than there are slots, and wants no containers forked for that:
 * they wait their turn, longer than others would be held, or end.
 */
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
          "hpc-reuse.fallback=wait",
          "hpc-reuse.hold-ms=1000",
          "yarn.nodemanager.resource.memory-mb=16384",
          "yarn.nodemanager.resource.cpu-vcores=16");

  @Test
  void shouldForgetAContainerThatIsKilledWhileItWaitsAndRunAllOthers() throws Exception {
    Cluster cluster = REUSE.cluster();
    String output = Samples.output("all");
    try (Gate gate = new Gate()) {
      Client job = Samples.oneMap(cluster, "WaitsAtGate", output, Samples.gate(gate), TEN_SPLITS);
      for (int map = 0; map < AT_ONCE; map++) {
        gate.awaitArrival();
      }
      awaitQueued(cluster, MAPS - AT_ONCE);
      Client other = Samples.oneMap(cluster, "CrashesOnce", Samples.output("other"));
      awaitQueued(cluster, MAPS - AT_ONCE + 1);
      long forked = cluster.forked();

      cluster.hadoop(YARN, "application", "-kill", other.application());

      assertThat(other.await()).isNotZero();
      awaitQueued(cluster, MAPS - AT_ONCE);
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

  @Test
  void shouldEndContainersThatWaitForASlotWithTheirApplication() throws Exception {
    Cluster cluster = REUSE.cluster();
    try (Gate gate = new Gate()) {
      Client job =
          Samples.oneMap(
              cluster, "WaitsAtGate", Samples.output("killed"), Samples.gate(gate), TEN_SPLITS);
      for (int map = 0; map < AT_ONCE; map++) {
        gate.awaitArrival();
      }
      awaitQueued(cluster, MAPS - AT_ONCE);
      long forked = cluster.forked();

      cluster.hadoop(YARN, "application", "-kill", job.application());

      assertThat(job.await()).isNotZero();
      cluster.awaitIdle();
      assertThat(cluster.forked()).as("none of them was forked instead").isEqualTo(forked);
    }
    String output = Samples.output("after");
    Samples.oneMap(cluster, "CrashesOnce", output).succeed();
    assertThat(cluster.sortedLines(output)).containsExactly("survived");
    cluster.awaitIdle();
  }

  @Test
  void shouldForkAtOnceWhatNoSlotCanEverRun() throws Exception {
    long before = REUSE.cluster().forked("not-java");

    Client job = Samples.oneContainer(REUSE.cluster(), 0, "echo 42").succeed();

    assertThat(job.text()).contains("exit 0");
    assertThat(REUSE.cluster().forked("not-java") - before).isEqualTo(1);
  }

  private static void awaitQueued(Cluster cluster, int containers) {
    Waits.until(containers + " containers to wait for a slot")
        .atMost(Waits.START)
        .untilAsserted(
            () -> assertThat(cluster.status().at("/pool/queued").asInt()).isEqualTo(containers));
  }
}
