/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.hpcreuse.it.harness.Gate;
import org.hpcreuse.it.harness.cluster.Client;
import org.hpcreuse.it.harness.cluster.Cluster;
import org.hpcreuse.it.harness.cluster.ClusterExtension;
import org.hpcreuse.it.job.FailsAtFirst;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A site that wants no forked containers: what gets no slot fails and says why. */
@Tag("many-jobs")
class FailTest {
  private static final String RUNS_WELL = Samples.java(FailsAtFirst.class) + " 7 0";

  @RegisterExtension
  static final ClusterExtension REUSE =
      ClusterExtension.own(
          Cluster.Mode.REUSE,
          "hpc-reuse.fallback=fail",
          "hpc-reuse.hold-ms=1000",
          "yarn.nodemanager.resource.memory-mb=16384",
          "yarn.nodemanager.resource.cpu-vcores=16");

  @Test
  void shouldFailWhatASlotCannotRun() throws Exception {
    Client job = Samples.oneContainer(REUSE.cluster(), 0, "echo 42").succeed();

    assertThat(job.text()).contains("not-java: its program is no absolute path of java");
    assertThat(job.text()).doesNotContain("exit 0");
  }

  @Test
  void shouldForkWhatAsksForIt() throws Exception {
    Client job =
        Samples.oneContainer(REUSE.cluster(), 0, "echo 42", "HPC_REUSE_MODE=fork").succeed();

    assertThat(job.text()).contains("exit 0");
  }

  @Test
  void shouldFailWhatFindsNoFreeSlotInTime() throws Exception {
    Cluster cluster = REUSE.cluster();
    try (Gate gate = new Gate()) {
      Client busy = Samples.threeMapsAtGate(cluster, "WaitsAtGate", Samples.output("busy"), gate);

      Client refused = Samples.oneContainer(cluster, 0, RUNS_WELL).succeed();

      assertThat(refused.text()).contains("pool-busy: ").doesNotContain("exit 0");
      gate.open();
      busy.succeed();
    }
    cluster.awaitIdle();

    assertThat(Samples.oneContainer(cluster, 0, RUNS_WELL).succeed().text()).contains("exit 0");
  }
}
