/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.awaitility.Awaitility;
import org.hpcreuse.pool.manager.core.CoreDriver;
import org.hpcreuse.protocol.wire.LaunchSpec;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.MessageChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The manager as a process, with real slot processes: children, and ranks of a real mpirun. */
@Timeout(120)
final class ManagerMainTest {
  @TempDir private Path temp;
  private ManagerProcess manager;

  private void start(String mpi, int spares) throws IOException {
    manager = new ManagerProcess(temp, mpi, "1x64,1x128", spares);
  }

  @AfterEach
  void clear() throws IOException, InterruptedException {
    manager.clear();
  }

  private static Message.Exited run(MessageChannel executor, String id, String mainClass)
      throws IOException, TimeoutException {
    launch(executor, id, mainClass);
    return (Message.Exited) executor.receive(ManagerProcess.WAIT);
  }

  private static void launch(MessageChannel executor, String id, String mainClass)
      throws IOException, TimeoutException {
    LaunchSpec spec = CoreDriver.spec(id, 64, mainClass);
    executor.send(new Message.Launch(spec, 10_000), ManagerProcess.WAIT);
    assertThat(executor.receive(ManagerProcess.WAIT)).isInstanceOf(Message.Assigned.class);
  }

  private void assertAllGone(List<ProcessHandle> processes) {
    assertThat(processes).isNotEmpty().noneMatch(ProcessHandle::isAlive);
    assertThat(manager.files.socket()).doesNotExist();
    assertThat(manager.files.managerPid()).doesNotExist();
    assertThat(manager.files.mpirunPid()).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "4.1"})
  void shouldRunContainersReplaceADeadSlotAndLeaveNothingBehind(String mpi)
      throws IOException, TimeoutException, InterruptedException {
    start(mpi, 1);
    JsonNode before = manager.awaitFree();
    assertThat(before.at("/slots/0/heapMb").asInt()).isEqualTo(64);
    assertThat(before.at("/spares/0/heapMb").asInt()).isEqualTo(128);
    assertThat(Files.readString(manager.files.managerPid())).isNotBlank();

    try (MessageChannel executor = manager.connect(Message.Role.EXECUTOR)) {
      assertThat(run(executor, "a", "Main").status()).isZero();
      manager.awaitFree(); // else the next one, told of the status, may find only the larger slot
      Message.Exited halted = run(executor, "b", "Halt");
      assertThat(halted.status()).isEqualTo(137);
      assertThat(halted.diagnostics()).contains("log scripted.log");
    }

    JsonNode after = manager.awaitFree();
    assertThat(after.at("/slots/0/process").asInt()).as("the spare").isEqualTo(2);
    assertThat(after.at("/launches/reused").asInt()).isEqualTo(2);
    assertThat(manager.metrics())
        .contains(
            "hpc_reuse_slots{state=\"FREE\"} 2",
            "hpc_reuse_launches_reused_total 2",
            "hpc_reuse_phase_seconds_count{phase=\"load\"} 2");
    JsonNode check = manager.ask(new Message.MpiCheckQuery(5_000));
    assertThat(check.at("/ok").asBoolean()).isEqualTo(mpi.equals("4.1"));

    List<ProcessHandle> processes = manager.descendants();
    try (MessageChannel admin = manager.connect(Message.Role.ADMIN)) {
      admin.send(new Message.Shutdown(10_000), ManagerProcess.WAIT);
      assertThat(admin.receive(ManagerProcess.WAIT)).isInstanceOf(Message.Done.class);
    }
    assertThat(manager.awaitEnd()).isZero();
    assertAllGone(processes);
  }

  @Test
  void shouldRunNoContainerInASlotWhoseFrameworkHasBeenReplaced() throws Exception {
    Path jar = Files.createDirectory(temp.resolve("framework")).resolve("a.jar");
    Files.writeString(jar, "old");
    start("none", 1);
    JsonNode before = manager.awaitFree();

    Files.writeString(jar, "the new one");

    Awaitility.await("the manager to see it")
        .atMost(ManagerProcess.WAIT)
        .until(() -> status("/pool/frameworkChanges").asInt() == 1);
    try (MessageChannel executor = manager.connect(Message.Role.EXECUTOR)) {
      assertThat(run(executor, "a", "Main").status()).isZero();
    }
    JsonNode after = manager.awaitFree();
    assertThat(after.at("/retirements/framework-changed").asInt()).isEqualTo(3);
    assertThat(after.at("/pool/slotsOutdated").asInt()).isZero();
    assertThat(after.at("/slots").findValuesAsText("pid"))
        .doesNotContainAnyElementsOf(before.at("/slots").findValuesAsText("pid"))
        .doesNotContainAnyElementsOf(before.at("/spares").findValuesAsText("pid"));
  }

  private JsonNode status(String pointer) throws IOException, TimeoutException {
    return manager.ask(new Message.StatusQuery()).at(pointer);
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "4.1"})
  void shouldEndEverythingOnSigterm(String mpi)
      throws IOException, TimeoutException, InterruptedException {
    start(mpi, 0);
    manager.awaitFree();
    try (MessageChannel executor = manager.connect(Message.Role.EXECUTOR)) {
      launch(executor, "a", "Forever");
      List<ProcessHandle> processes = manager.descendants();

      manager.terminate();

      assertThat(((Message.Exited) executor.receive(ManagerProcess.WAIT)).status()).isEqualTo(137);
      manager.awaitEnd();
      assertAllGone(processes);
    }
  }
}
