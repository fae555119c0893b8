/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.hpcreuse.it.harness.Client;
import org.hpcreuse.it.harness.Cluster;
import org.hpcreuse.it.harness.ClusterExtension;
import org.hpcreuse.it.harness.Gate;
import org.hpcreuse.it.harness.Waits;
import org.hpcreuse.it.job.OneMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How YARN's containers fare in slots: forked when they should be, killed when they must be. */
class ContainersTest {
  private static final String YARN = "org.apache.hadoop.yarn.client.cli.ApplicationCLI";

  @RegisterExtension static final ClusterExtension REUSE = ClusterExtension.of(Cluster.Mode.REUSE);

  private static Cluster cluster() {
    return REUSE.cluster();
  }

  /** Starts {@link OneMap}; {@code options} come before its own words. */
  private static Client oneMap(String mapper, String output, String... options) throws Exception {
    List<String> words = new ArrayList<>();
    words.add(Samples.jobJar(cluster()));
    words.add(OneMap.class.getName());
    words.addAll(List.of(options));
    words.addAll(List.of(mapper, Samples.text(cluster()) + "/LICENSE", output));
    return cluster().startHadoop(words.toArray(new String[0]));
  }

  @ParameterizedTest
  @CsvSource({
    "opted-out, -Dmapreduce.map.env=HPC_REUSE_MODE=fork",
    "shell-syntax, -Dmapreduce.map.java.opts=-Xmx300m -Dthis=$(echo that)",
    "jvm-flag, -Dmapreduce.map.java.opts=-Xmx300m -XX:+AlwaysPreTouch",
  })
  void shouldForkWithTheReasonCountedAndLogged(String reason, String option) throws Exception {
    long before = cluster().forked(reason);
    long all = cluster().forked();
    String output = Samples.output(reason);

    oneMap("SeesJackson", output, option).succeed();

    assertThat(cluster().forked(reason) - before).as(reason).isEqualTo(1);
    assertThat(cluster().forked() - all).as("containers forked").isEqualTo(1);
    assertThat(Files.readString(cluster().home().resolve("logs/nodemanager.log")))
        .containsPattern("container_\\S+ forked: " + reason + ": ");
  }

  @Test
  void shouldKeepCredentialsToTheirOwner() throws Exception {
    try (Gate gate = new Gate()) {
      Client job = oneMap("WaitsAtGate", Samples.output("tokens"), gate(gate));
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

  private static String gate(Gate gate) {
    return "-D" + OneMap.GATE + "=" + gate.address();
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
      Client job = oneMap("WaitsAtGate", Samples.output("dump"), gate(gate));
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

  private static String map(Client job) throws IOException {
    return job.application().replace("application", "container") + "_01_000002";
  }

  private static List<String> inSlots() throws Exception {
    return cluster().status().get("slots").findValuesAsText("container");
  }

  @Test
  void shouldFreeTheSlotOfALoopWhenItsJobIsKilled() throws Exception {
    try (Gate gate = new Gate()) {
      Client job = oneMap("LoopsForEver", Samples.output("loop"), gate(gate));
      gate.awaitPassing();
      assertThat(inSlots()).contains(map(job));

      cluster().hadoop(YARN, "application", "-kill", job.application());

      Waits.until("the slot of the loop to be free or replaced")
          .atMost(Duration.ofSeconds(5))
          .untilAsserted(() -> assertThat(inSlots()).doesNotContain(map(job)));
      assertThat(job.await()).isNotZero();
      cluster().awaitIdle();
      assertWordCountRuns();
    }
  }

  @Test
  void shouldKillAMapThatTakesMoreMemoryThanItAskedFor() throws Exception {
    try (Gate gate = new Gate()) {
      Client job =
          oneMap(
              "HoldsMemory",
              Samples.output("memory"),
              gate(gate),
              "-Dmapreduce.map.memory.mb=256",
              "-Dmapreduce.map.java.opts=-Xmx200m",
              "-Dmapreduce.map.maxattempts=1");

      assertThat(job.await()).as(job.text()).isEqualTo(1);
      String map = map(job);
      assertThat(Files.readString(cluster().home().resolve("logs/nodemanager.log")))
          .containsPattern(
              "containerID=" + map + "\\] is running \\d+B beyond the 'PHYSICAL' memory limit");
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
