/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.hpcreuse.it.harness.Client;
import org.hpcreuse.it.harness.Cluster;
import org.hpcreuse.it.harness.ClusterExtension;
import org.hpcreuse.it.harness.Waits;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Jobs end well, with the right output, whatever part of the pool dies under them. */
class FaultsTest {
  private static final long SEED = 4;

  @RegisterExtension static final ClusterExtension REUSE = ClusterExtension.of(Cluster.Mode.REUSE);

  private final RandomGenerator random = new SplittableRandom(SEED);

  /** What dies. */
  enum Fault {
    BUSY_SLOT_KILLED,
    POOL_MANAGER_KILLED,
    MPIRUN_KILLED,
    BUSY_SLOT_STOPPED,
    NODE_MANAGER_KILLED
  }

  private static Cluster cluster() {
    return REUSE.cluster();
  }

  @ParameterizedTest
  @EnumSource(names = {"POOL_MANAGER_KILLED"})
  void shouldFinishAJobWhile(Fault fault) throws Exception {
    shouldFinishAJobUnder(fault);
  }

  @ParameterizedTest
  @Tag("many-jobs")
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"POOL_MANAGER_KILLED"})
  void shouldFinishAJobWhileAnyOtherPartDies(Fault fault) throws Exception {
    shouldFinishAJobUnder(fault);
  }

  private void shouldFinishAJobUnder(Fault fault) throws Exception {
    cluster().awaitWhole();
    List<String> expected = wordCount().succeed().words();

    Run run = wordCount();
    awaitTask();
    strike(fault);

    assertThat(run.succeed().words()).isEqualTo(expected);
    cluster().awaitWhole();
    JsonNode check = cluster().mpiCheck();
    assertThat(check.get("ok").asBoolean()).as(check.toString()).isTrue();
    assertThat(wordCount().succeed().words()).isEqualTo(expected);
  }

  /** A job and where it writes. */
  private record Run(Client client, String output) {
    Run succeed() throws IOException, InterruptedException {
      client.succeed();
      return this;
    }

    List<String> words() throws IOException, InterruptedException {
      return cluster().sortedLines(output);
    }
  }

  private static Run wordCount() throws Exception {
    String output = Samples.output("faults");
    return new Run(
        cluster().startHadoop("examples", "wordcount", Samples.text(cluster()), output), output);
  }

  /** Waits until a container beside the ApplicationMaster's runs. */
  private static void awaitTask() {
    Waits.until("two containers in slots").atMost(Waits.START).until(() -> busyPids().size() >= 2);
  }

  private static List<Long> busyPids() throws Exception {
    List<Long> pids = new ArrayList<>();
    for (JsonNode slot : cluster().status().get("slots")) {
      if (slot.get("state").asText().equals("RUNNING")) {
        pids.add(slot.get("pid").asLong());
      }
    }
    return pids;
  }

  private void strike(Fault fault) throws Exception {
    switch (fault) {
      case BUSY_SLOT_KILLED -> signal("KILL", anyBusy());
      case BUSY_SLOT_STOPPED -> signal("STOP", anyBusy());
      case POOL_MANAGER_KILLED -> signal("KILL", cluster().status().at("/pool/pid").asLong());
      case MPIRUN_KILLED ->
          signal(
              "KILL",
              Long.parseLong(
                  Files.readString(cluster().home().resolve("pool/mpirun.pid")).strip()));
      case NODE_MANAGER_KILLED -> {
        cluster().end(Cluster.Daemon.NODEMANAGER, "KILL");
        cluster().startAgain(Cluster.Daemon.NODEMANAGER);
      }
    }
  }

  private long anyBusy() throws Exception {
    List<Long> busy = busyPids();
    return busy.get(random.nextInt(busy.size()));
  }

  private static void signal(String name, long pid) throws IOException, InterruptedException {
    assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor())
        .isZero();
  }
}
