/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.cluster.spawn;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.hpcreuse.it.cluster.Samples;
import org.hpcreuse.it.harness.Gate;
import org.hpcreuse.it.harness.cluster.Client;
import org.hpcreuse.it.harness.cluster.Cluster;
import org.hpcreuse.it.harness.cluster.ClusterExtension;
import org.hpcreuse.it.job.EndsBadly;
import org.hpcreuse.it.job.FailsAtFirst;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The baseline that slots are compared with: resident MPI ranks start each container. */
@Tag("many-jobs")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SpawnTest {
  private static final String YARN = "org.apache.hadoop.yarn.client.cli.ApplicationCLI";
  private static final String SPAWNED =
      "MPI process, started by MPI_Comm_spawn of a parent with 1 rank";

  @RegisterExtension static final ClusterExtension SPAWN = ClusterExtension.own(Cluster.Mode.SPAWN);

  private static Cluster cluster() {
    return SPAWN.cluster();
  }

  @Test
  void shouldRunEachContainerAsAnMpiProcessWithAParent() throws Exception {
    Client job = cluster().hadoop("examples", "pi", "2", "10");

    assertThat(job.text()).contains("Estimated value of Pi is 3.8");
    assertThat(outputsOf(job, "stderr"))
        .as("the master, two maps, a reduce")
        .hasSizeGreaterThanOrEqualTo(4)
        .allSatisfy(text -> assertThat(text).containsOnlyOnce(SPAWNED));
  }

  @Test
  void shouldReportBadEndsAsForkedContainersDoAndRunTheNextOnes() throws Exception {
    Client halts = Samples.oneContainer(cluster(), 0, badly("halt", "3")).succeed();
    assertThat(halts.text()).contains("exit 3");
    assertThat(outputsOf(halts, "stderr").get(0)).contains(SPAWNED);

    try (Gate gate = new Gate()) {
      Client killed = Samples.oneContainer(cluster(), 0, badly("gate", gate.address()));
      gate.awaitArrival();
      String container = cluster().container(killed, 1, 1);
      cluster().hadoop(YARN, "container", "-signal", container, "FORCEFUL_SHUTDOWN");
      assertThat(killed.succeed().text()).contains("exit 137", "Container killed on request");
    }

    String fails = Samples.java(FailsAtFirst.class) + " 7 2";
    Client exits = Samples.oneContainer(cluster(), 1, fails).succeed();
    assertThat(exits.text()).contains("exit 7");
    assertThat(outputsOf(exits, "stdout")).containsExactly("time 2, class used 1 times\n");
  }

  private static String badly(String how, String number) {
    return Samples.java(EndsBadly.class) + " " + how + " " + number;
  }

  @Test
  void shouldForkWhatCannotTakePartInMpi() throws Exception {
    Client job = Samples.oneContainer(cluster(), 0, "echo 42").succeed();

    assertThat(job.text()).contains("exit 0");
    assertThat(outputsOf(job, "stdout")).containsExactly("42\n");
    assertThat(nodeManagerLog())
        .contains(cluster().container(job, 1, 1) + " is forked: its command is no plain");
  }

  @Test
  @Order(Integer.MAX_VALUE)
  void shouldLeaveNothingAfterDown() throws Exception {
    Path log = cluster().home().resolve("logs/spawn-ranks.log");
    assertThat(log).content().doesNotContain("stays behind").doesNotContain("MPI_Comm_spawn:");

    assertThat(cluster().down()).isEmpty();
  }

  private static String nodeManagerLog() throws IOException {
    return Files.readString(cluster().home().resolve("logs/nodemanager.log"));
  }

  /** A file of each container of the job. */
  private static List<String> outputsOf(Client job, String name) throws IOException {
    Path logs = cluster().home().resolve("logs/userlogs").resolve(job.application());
    try (Stream<Path> containers = Files.list(logs)) {
      List<Path> files = containers.map(container -> container.resolve(name)).toList();
      List<String> texts = new ArrayList<>();
      for (Path file : files) {
        texts.add(Files.readString(file));
      }
      return texts;
    }
  }
}
