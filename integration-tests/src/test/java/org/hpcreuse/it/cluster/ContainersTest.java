/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.hpcreuse.it.harness.Gate;
import org.hpcreuse.it.harness.Waits;
import org.hpcreuse.it.harness.cluster.Client;
import org.hpcreuse.it.harness.cluster.Cluster;
import org.hpcreuse.it.harness.cluster.ClusterExtension;
import org.hpcreuse.it.harness.cluster.NodeManagerPages;
import org.hpcreuse.it.job.FailsAtFirst;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How YARN's containers fare in slots: forked when they should be, killed when they must be. */
class ContainersTest {
  private static final String YARN = "org.apache.hadoop.yarn.client.cli.ApplicationCLI";

  @RegisterExtension static final ClusterExtension REUSE = ClusterExtension.of(Cluster.Mode.REUSE);

  /** From YARN's decision to kill a container until its slot serves others. */
  private static final Duration LOOP_LEFT = Duration.ofSeconds(5);

  private static final String PROMETHEUS = "hpc_reuse_launches_";

  private static Cluster cluster() {
    return REUSE.cluster();
  }

  private static Client oneMap(String mapper, String output, String... options) throws Exception {
    return Samples.oneMap(cluster(), mapper, output, options);
  }

  @Test
  void shouldForkAContainerThatWantsItAndCountAndLogThat() throws Exception {
    NodeManagerPages pages = cluster().nodeManagerPages();
    Map<String, Double> before = pages.prometheus();

    forksWithTheReasonCountedAndLogged("opted-out", "-Dmapreduce.map.env=HPC_REUSE_MODE=fork");

    cluster().awaitIdle();
    assertNodeManagerCounts(pages, before);
  }

  /** One container, the map, was forked since then, and its ApplicationMaster ran in a slot. */
  private static void assertNodeManagerCounts(NodeManagerPages pages, Map<String, Double> before)
      throws Exception {
    String reused = PROMETHEUS + "containers_reused";
    // The executor counts a container after its slot is free.
    Waits.until("the NodeManager to count the ApplicationMaster")
        .untilAsserted(
            () ->
                assertThat(pages.prometheus().get(reused))
                    .as(reused)
                    .isGreaterThan(before.get(reused)));
    Map<String, Double> after = pages.prometheus();
    for (String count : List.of("containers_forked", "forked_opted_out")) {
      String name = PROMETHEUS + count;
      assertThat(after.get(name) - before.getOrDefault(name, 0.0)).as(name).isEqualTo(1);
    }
    Waits.until("the NodeManager's /jmx to show the launches")
        .untilAsserted(
            () -> {
              JsonNode bean = pages.bean("HpcReuseLaunches");
              assertThat(bean.path("tag.Context").asText()).isEqualTo("yarn");
              assertThat(bean.path("ContainersReused").asDouble()).isEqualTo(after.get(reused));
              assertThat(bean.path("ForkedOptedOut").asDouble())
                  .isEqualTo(after.get(PROMETHEUS + "forked_opted_out"));
              assertThat(bean.path("ForkRequestToLoadNumOps"))
                  .isEqualTo(bean.path("ContainersForked"));
              for (String phase :
                  List.of("RequestToAssigned", "AssignedToRunning", "RunningToEnded")) {
                assertThat(bean.path(phase + "NumOps"))
                    .as(phase)
                    .isEqualTo(bean.path("ContainersReused"));
              }
              assertThat(bean.path("RunningToEndedMaxMs").asDouble()).isPositive();
            });
  }

  @ParameterizedTest
  @CsvSource({
    "shell-syntax, -Dmapreduce.map.java.opts=-Xmx300m -Dthis=$(echo that)",
    "jvm-flag, -Dmapreduce.map.java.opts=-Xmx300m -XX:+AlwaysPreTouch",
  })
  @Tag("many-jobs")
  void shouldForkWhatASlotCannotDo(String reason, String option) throws Exception {
    forksWithTheReasonCountedAndLogged(reason, option);
  }

  private static void forksWithTheReasonCountedAndLogged(String reason, String option)
      throws Exception {
    long before = cluster().forked(reason);
    long all = cluster().forked();
    String output = Samples.output(reason);

    oneMap("SeesJackson", output, option).succeed();

    assertThat(cluster().forked(reason) - before).as(reason).isEqualTo(1);
    assertThat(cluster().forked() - all).as("containers forked").isEqualTo(1);
    assertThat(Files.readString(cluster().home().resolve("logs/nodemanager.log")))
        .containsPattern("container_\\S+ forked: " + reason + ": ");
  }

  @ParameterizedTest
  @Tag("many-jobs")
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      value = {
        "not-java     ; python3 -c 'print(6*7)'       ; TERM=dumb",
        "shell-syntax ; sleep 1 && echo 42           ; TERM=dumb",
        "shell-syntax ; echo 41 | sed s/1/2/         ; TERM=dumb",
        "docker       ; echo 42                      ; YARN_CONTAINER_RUNTIME_TYPE=docker",
      })
  void shouldForkWhatNeedsAnotherProgram(String reason, String command, String variable)
      throws Exception {
    long before = cluster().forked(reason);

    Client job = Samples.oneContainer(cluster(), 0, command, variable).succeed();

    assertThat(job.text()).contains("exit 0");
    assertThat(cluster().forked(reason) - before).as(reason).isEqualTo(1);
    Path logs = cluster().home().resolve("logs/userlogs").resolve(job.application());
    assertThat(logs.resolve(cluster().container(job, 1, 1)).resolve("stdout")).hasContent("42");
  }

  @Test
  void shouldKeepCredentialsToTheirOwner() throws Exception {
    try (Gate gate = new Gate()) {
      Client job = oneMap("WaitsAtGate", Samples.output("tokens"), Samples.gate(gate));
      gate.awaitArrival();
      List<Path> files = credentials();
      assertThat(files).hasSizeGreaterThanOrEqualTo(2);
      for (Path file : files) {
        assertThat(mode(file)).as(file.toString()).isEqualTo("rw-------");
      }
      gate.open();
      job.succeed();
    }
  }

  private static List<Path> credentials() throws IOException {
    try (Stream<Path> files = Files.walk(cluster().home().resolve("data/nm-local"))) {
      return files
          .filter(Files::isRegularFile)
          .filter(f -> f.getFileName().toString().equals("container_tokens"))
          .toList();
    }
  }

  private static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  void shouldWriteAThreadDumpIntoTheContainersOutputWhenYarnIsAskedForOne() throws Exception {
    try (Gate gate = new Gate()) {
      Client job = oneMap("WaitsAtGate", Samples.output("dump"), Samples.gate(gate));
      gate.awaitArrival();
      String map = map(job);

      cluster().hadoop(YARN, "container", "-signal", map, "OUTPUT_THREAD_DUMP");

      Path logs = cluster().home().resolve("logs/userlogs").resolve(job.application());
      Waits.until("a thread dump of " + map)
          .untilAsserted(
              () ->
                  assertThat(Files.readString(logs.resolve(map).resolve("stdout")))
                      .contains("Full thread dump", "\"main\"", "WaitsAtGate.work"));
      gate.open();
      job.succeed();
    }
  }

  @ParameterizedTest
  @Tag("many-jobs")
  @CsvSource({"3, 0, 3", "1, 7, 2"})
  void shouldRunAContainerAnewInItsDirectoryAsItsRetryPolicySays(int retries, int exit, int times)
      throws Exception {
    long reused = cluster().reused();

    Client job =
        Samples.oneContainer(cluster(), retries, Samples.java(FailsAtFirst.class) + " 7 2")
            .succeed();

    assertThat(job.text()).contains("exit " + exit);
    assertThat(cluster().reused() - reused).as("launches in slots").isEqualTo(times);
    Path logs = cluster().home().resolve("logs/userlogs").resolve(job.application());
    Path stdout = logs.resolve(cluster().container(job, 1, 1)).resolve("stdout");
    assertThat(Files.readString(stdout)).isEqualTo("time " + times + ", class used 1 times\n");
  }

  private static String map(Client job) throws IOException {
    return cluster().container(job, 1, 2);
  }

  private static List<String> inSlots() throws Exception {
    return cluster().status().get("slots").findValuesAsText("container");
  }

  @Test
  void shouldFreeTheSlotOfALoopWhenItsJobIsKilled() throws Exception {
    try (Gate gate = new Gate()) {
      Client job = oneMap("LoopsForEver", Samples.output("loop"), Samples.gate(gate));
      gate.awaitPassing();
      assertThat(inSlots()).contains(map(job));
      Path log = cluster().home().resolve("logs/resourcemanager.log");
      String killed = job.application() + " State change from RUNNING to KILLING";

      Client kill = cluster().startHadoop(YARN, "application", "-kill", job.application());
      Waits.until("YARN to take the kill")
          .pollInterval(Duration.ofMillis(20))
          .until(() -> Files.readString(log).contains(killed));
      long start = System.nanoTime();

      Waits.until("the slot of the loop to be free or replaced")
          .atMost(LOOP_LEFT)
          .untilAsserted(() -> assertThat(inSlots()).doesNotContain(map(job)));
      long ms = Duration.ofNanos(System.nanoTime() - start).toMillis();
      System.out.println("a looping map's slot is left " + ms + " ms after its job is killed");
      kill.succeed();
      assertThat(job.await()).isNotZero();
      cluster().awaitIdle();
      assertWordCountRuns();
    }
  }

  @ParameterizedTest
  @CsvSource({"HoldsMemory, PHYSICAL", "MapsMemory, VIRTUAL"})
  void shouldKillAMapThatTakesMoreMemoryThanItAskedFor(String mapper, String limit)
      throws Exception {
    try (Gate gate = new Gate()) {
      Client job =
          oneMap(
              mapper,
              Samples.output("memory"),
              Samples.gate(gate),
              "-Dmapreduce.map.memory.mb=256",
              "-Dmapreduce.map.java.opts=-Xmx200m",
              "-Dmapreduce.map.maxattempts=1");

      assertThat(job.await()).as(job.text()).isEqualTo(1);
      String map = map(job);
      assertThat(Files.readString(cluster().home().resolve("logs/nodemanager.log")))
          .containsPattern(
              "containerID="
                  + map
                  + "\\] is running \\d+B beyond the '"
                  + limit
                  + "' memory limit");
      cluster().awaitIdle();
      assertWordCountRuns();
    }
  }

  private static void assertWordCountRuns() throws Exception {
    Client job =
        cluster()
            .hadoop(
                "examples",
                "wordcount",
                "-Dmapreduce.map.memory.mb=256",
                "-Dmapreduce.map.java.opts=-Xmx200m",
                Samples.text(cluster()),
                Samples.output("next"));
    assertThat(job.counters())
        .doesNotContainKeys(
            "Job Counters: Failed map tasks",
            "Job Counters: Killed map tasks",
            "Job Counters: Failed reduce tasks");
  }
}
