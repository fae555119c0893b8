/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.hpcreuse.it.harness.Gate;
import org.hpcreuse.it.harness.Installation;
import org.hpcreuse.it.harness.Waits;
import org.hpcreuse.it.harness.cluster.Client;
import org.hpcreuse.it.harness.cluster.Cluster;
import org.hpcreuse.it.harness.cluster.ClusterExtension;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Containers that YARN ends, or that end their JVM: the slot is left, the others go on. */
@Tag("many-jobs")
class KillsTest {
  private static final String YARN = "org.apache.hadoop.yarn.client.cli.ApplicationCLI";
  private static final String ONE_ATTEMPT = "-Dmapreduce.map.maxattempts=1";

  @RegisterExtension static final ClusterExtension REUSE = ClusterExtension.of(Cluster.Mode.REUSE);

  private static Cluster cluster() {
    return REUSE.cluster();
  }

  private static void awaitSlotsWithout(String container) {
    Waits.until("the slot of " + container + " to be free or replaced")
        .atMost(Waits.START)
        .untilAsserted(() -> assertThat(inSlots()).doesNotContain(container));
  }

  private static List<String> inSlots() throws Exception {
    return cluster().status().get("slots").findValuesAsText("container");
  }

  @Test
  void shouldReplaceTheSlotOfAMapThatIsBlockedInNativeCode() throws Exception {
    try (Gate gate = new Gate()) {
      Client job =
          Samples.oneMap(cluster(), "BlocksNatively", Samples.output("native"), Samples.gate(gate));
      gate.awaitPassing();
      assertThat(inSlots()).contains(cluster().container(job, 1, 2));

      cluster().hadoop(YARN, "application", "-kill", job.application());

      awaitSlotsWithout(cluster().container(job, 1, 2));
      assertThat(job.await()).isNotZero();
    }
    cluster().awaitIdle();
  }

  @Test
  void shouldEndAMapThatIgnoresInterruptsWhenItsTimeIsOver() throws Exception {
    try (Gate gate = new Gate()) {
      Client job =
          Samples.oneMap(
              cluster(),
              "LoopsForEver",
              Samples.output("timeout"),
              Samples.gate(gate),
              ONE_ATTEMPT,
              "-Dmapreduce.task.timeout=30000",
              "-Dmapreduce.task.timeout.check-interval-ms=1000");
      gate.awaitPassing();
      assertThat(inSlots()).contains(cluster().container(job, 1, 2));

      assertThat(job.await()).isEqualTo(1);

      String map = cluster().container(job, 1, 2);
      awaitSlotsWithout(map);
      Path logs = cluster().home().resolve("logs/userlogs").resolve(job.application());
      assertThat(Files.readString(logs.resolve(map).resolve("stdout")))
          .as("what the master asks for before it ends a silent task")
          .contains("Full thread dump", "LoopsForEver.work");
    }
    cluster().awaitIdle();
  }

  @Test
  void shouldEndTheSlowAttemptWhenASpeculativeOneIsFaster() throws Exception {
    String output = Samples.output("speculative");

    Client job =
        Samples.oneMap(
                cluster(),
                "SlowAtFirst",
                output,
                Samples.THREE_SPLITS,
                "-Dmapreduce.map.speculative=true",
                "-Dmapreduce.job.speculative.retry-after-no-speculate=500")
            .succeed();

    // Whether the slow one's end still gets into the job's counters is a race, forked or not.
    assertThat(job.counters()).containsEntry("Job Counters: Launched map tasks", 4L);
    assertThat(cluster().sortedLines(output))
        .isEqualTo(
            Files.readAllLines(Installation.root().resolve("LICENSE")).stream().sorted().toList());
    cluster().awaitIdle();
  }

  @Test
  void shouldFinishAJobWhoseApplicationMasterIsKilled() throws Exception {
    try (Gate gate = new Gate()) {
      String output = Samples.output("am");
      Client job = Samples.oneMap(cluster(), "WaitsAtGate", output, Samples.gate(gate));
      gate.awaitArrival();

      cluster()
          .hadoop(
              YARN, "container", "-signal", cluster().container(job, 1, 1), "FORCEFUL_SHUTDOWN");
      gate.awaitArrival();
      gate.open();

      job.succeed();
      assertThat(cluster().sortedLines(output)).containsExactly("passed");
      Path logs = cluster().home().resolve("logs/userlogs").resolve(job.application());
      assertThat(logs.resolve(cluster().container(job, 2, 1))).isDirectory();
    }
    cluster().awaitIdle();
  }

  @Test
  void shouldFailOnlyTheContainerThatCrashesItsJvm() throws Exception {
    try (Gate gate = new Gate()) {
      String undisturbed = Samples.output("beside-crash");
      Client beside = Samples.oneMap(cluster(), "WaitsAtGate", undisturbed, Samples.gate(gate));
      gate.awaitArrival();
      String output = Samples.output("crash");

      Client job = Samples.oneMap(cluster(), "CrashesOnce", output).succeed();
      gate.open();

      beside.succeed();
      assertThat(job.counters()).containsEntry("Job Counters: Failed map tasks", 1L);
      assertThat(beside.counters()).doesNotContainKey("Job Counters: Failed map tasks");
      assertThat(cluster().sortedLines(output)).containsExactly("survived");
      assertThat(cluster().sortedLines(undisturbed)).containsExactly("passed");
    }
    cluster().awaitIdle();
  }

  @Test
  void shouldKillAForkedMapThatTakesMoreMemoryThanItAskedForAndNoSlotsMap() throws Exception {
    try (Gate gate = new Gate();
        Gate greedy = new Gate()) {
      String output = Samples.output("beside-greedy");
      Client beside = Samples.oneMap(cluster(), "WaitsAtGate", output, Samples.gate(gate));
      gate.awaitArrival();
      long forked = cluster().forked();

      Client job =
          Samples.oneMap(
              cluster(),
              "HoldsMemory",
              Samples.output("greedy"),
              Samples.gate(greedy),
              "-Dmapreduce.map.env=HPC_REUSE_MODE=fork",
              "-Dmapreduce.map.memory.mb=256",
              "-Dmapreduce.map.java.opts=-Xmx200m",
              ONE_ATTEMPT);

      assertThat(job.await()).as(job.text()).isEqualTo(1);
      gate.open();
      beside.succeed();
      assertThat(cluster().forked() - forked).as("containers forked").isEqualTo(1);
      assertThat(beside.counters()).doesNotContainKey("Job Counters: Failed map tasks");
      assertThat(cluster().sortedLines(output)).containsExactly("passed");
      assertThat(Files.readString(cluster().home().resolve("logs/nodemanager.log")))
          .containsPattern(
              "containerID="
                  + cluster().container(job, 1, 2)
                  + "\\] is running \\d+B beyond the 'PHYSICAL' memory limit");
    }
    cluster().awaitIdle();
  }

  @Test
  void shouldRunMoreJobsAtOnceThanThereAreSlots() throws Exception {
    List<Client> jobs = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      jobs.add(
          cluster()
              .startHadoop(
                  "examples", "wordcount", Samples.text(cluster()), Samples.output("burst")));
    }
    for (Client job : jobs) {
      job.succeed();
    }
    cluster().awaitIdle();
  }

  @ParameterizedTest
  @ValueSource(strings = {"HalfWritesAndHalts", "HalfWritesAndExits"})
  void shouldLeaveAFileUnclosedWhenItsContainerEndsWhileWritingIt(String mapper) throws Exception {
    String output = Samples.output(mapper);
    long reused = cluster().reused();

    Client job = Samples.oneMap(cluster(), mapper, output, ONE_ATTEMPT);

    assertThat(job.await()).isEqualTo(1);
    cluster().awaitIdle();
    assertThat(cluster().reused()).isGreaterThan(reused);
    Client check =
        cluster()
            .hadoop(
                "org.apache.hadoop.hdfs.tools.DFSck", output + "-half", "-files", "-openforwrite");
    assertThat(check.text()).contains("OPENFORWRITE");
    assertThat(cluster().hadoop("fs", "-cat", output + "-half").text())
        .contains("half")
        .doesNotContain("other half");
    assertThat(Files.readString(cluster().home().resolve("logs/nodemanager.log")))
        .contains("Exit code from container " + cluster().container(job, 1, 2) + " is : 5");
    Path logs = cluster().home().resolve("logs/userlogs").resolve(job.application());
    assertThat(Files.readString(logs.resolve(cluster().container(job, 1, 2)).resolve("stdout")))
        .doesNotContain("finally");
  }
}
