/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.pool.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.jna.Native;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.hpcreuse.it.harness.Gate;
import org.hpcreuse.it.harness.Installation;
import org.hpcreuse.it.harness.pool.CommandLine;
import org.hpcreuse.it.harness.pool.Container;
import org.hpcreuse.it.harness.pool.Launched;
import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.Outcome;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.it.program.Turnstile;
import org.hpcreuse.it.program.UsesFramework;
import org.hpcreuse.it.program.leave.LeavesEndedTimer;
import org.hpcreuse.it.program.leave.RefersToPublicMethods;
import org.hpcreuse.it.program.leave.Spoils;
import org.hpcreuse.it.program.leave.Traces;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The audit of a real slot: nothing is left, or what is left is shown. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class AuditCases {
  /** The slots that are tested. */
  @RegisterExtension final PoolExtension pool;

  AuditCases(PoolExtension pool) {
    this.pool = pool;
  }

  /** One of its own, that goes on with what is left. */
  static PoolExtension slot(Mpi mpi) {
    return PoolExtension.with(mpi).set(Options.UNKNOWN_STATE, "report").own();
  }

  /** How many class loaders live when one of a container's does. */
  int heldWithOne() {
    return 1;
  }

  @Test
  @Order(1)
  void shouldFindAFreshPoolClean() throws Exception {
    assertThat(residue()).isEmpty();
  }

  @Test
  @Order(2)
  void shouldFindASlotCleanAfterAContainerThatUsesTheFramework() throws Exception {
    assertThat(run(container(UsesFramework.class)).status()).isZero();

    assertThat(residue()).isEmpty();
    assertThat(pool.slotLogs()).contains("released in").doesNotContain("before release");
  }

  @Test
  @Order(2)
  void shouldForgetTheLoadersOfContainersThatReferToTheirPublicMethods() throws Exception {
    for (int i = 0; i < 3; i++) {
      Outcome outcome = run(container(RefersToPublicMethods.class));

      assertThat(outcome.stdout()).as(outcome.stderr()).contains("lengths [6, 10]");
    }
    assertThat(residue()).isEmpty();
  }

  @Test
  @Order(2)
  void shouldForgetTheLoaderThatTheThreadOfAnEndedTimerHolds() throws Exception {
    assertThat(run(container(LeavesEndedTimer.class)).status()).isZero();

    assertThat(residue()).isEmpty();
  }

  @Test
  @Order(3)
  void shouldFindASlotCleanAfterAContainerThatLeavesAllItCan() throws Exception {
    assertThat(run(container(Traces.class).arguments("leave")).status()).isZero();
    assertThat(run(spoiler("mended")).status()).isZero();

    assertThat(residue()).isEmpty();
  }

  @Test
  @Order(4)
  void shouldSayThatABusySlotWasNotAudited() throws Exception {
    try (Gate gate = new Gate()) {
      Launched running = pool.launch(container(Turnstile.class).arguments(gate.address()));
      gate.awaitArrival();

      JsonNode slot = pool.audit().get(0);

      assertThat(slot.get("audited").asBoolean()).isFalse();
      assertThat(slot.get("error").asText()).contains("RUNNING");
      gate.open();
      running.outcome();
    }
    pool.awaitAllFree();
  }

  @Test
  @Order(5)
  void shouldShowAFileThatWasOpenedInNativeCode() throws Exception {
    Outcome outcome = run(spoiler("native-file"));

    assertThat(outcome.status()).as(outcome.stderr()).isZero();
    assertThat(residue()).hasSize(1).first().asString().contains("fd", "opened-natively");
  }

  @Test
  @Order(4)
  void shouldLetTheNextContainerBindThePortAndLockTheFileOfThisOne() throws Exception {
    String port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = Integer.toString(free.getLocalPort());
    }
    for (int i = 0; i < 3; i++) {
      Outcome outcome = run(container(Spoils.class).arguments("listen", port));

      assertThat(outcome.stdout()).as(outcome.stderr()).contains("listens");
    }
    assertThat(residue()).isEmpty();
  }

  @Test
  @Order(4)
  void shouldLetTheNextContainerLoadTheNativeLibraryOfThisOne() throws Exception {
    Path library = Path.of(System.getProperty("java.home"), "lib", "libprefs.so");
    Path copy = Files.copy(library, pool.dir().resolve("libcopy.so"));
    for (int i = 0; i < 3; i++) {
      Outcome outcome = run(container(Spoils.class).arguments("library", copy.toString()));

      assertThat(outcome.status()).as(outcome.stderr()).isZero();
    }
    assertThat(pool.slotLogs()).contains("before release because of [" + copy);
  }

  /** The last one: it spoils the slot for good. */
  @Test
  @Order(9)
  void shouldShowWhatHoldsALoaderThatLives() throws Exception {
    assertThat(run(container(Spoils.class).arguments("keep-loader")).status()).isZero();

    CommandLine audit = CommandLine.run(pool, "audit", "--paths", "-v");

    assertThat(audit.text().lines()).allMatch(line -> line.length() <= 100, "fits a terminal");
    assertThat(audit.text().replaceAll("\\s+", " "))
        .contains("liveLoaders " + heldWithOne() + ",", "held: ", "static sun.awt.AppContext.")
        .doesNotContain("heapDump");
    try (Stream<Path> files = Files.walk(pool.dir())) {
      assertThat(files).noneMatch(file -> file.toString().endsWith(".hprof"));
    }
  }

  /** Native code is reached by a JNA of the container's own. */
  private Container spoiler(String what) throws Exception {
    String jna =
        Path.of(Native.class.getProtectionDomain().getCodeSource().getLocation().toURI())
            .toString();
    return pool.container(Spoils.class).withFramework(List.of(jna)).arguments(what);
  }

  private Container container(Class<?> program) throws Exception {
    return pool.container(program).withFramework(Installation.hadoopJars());
  }

  private Outcome run(Container container) throws Exception {
    pool.awaitAllFree();
    Outcome outcome = pool.run(container);
    pool.awaitAllFree();
    return outcome;
  }

  private List<String> residue() throws Exception {
    List<String> rows = new ArrayList<>();
    for (JsonNode slot : pool.audit()) {
      assertThat(slot.get("error").asText()).isEmpty();
      assertThat(slot.get("liveLoaders").asInt()).isZero();
      slot.get("residue").forEach(row -> rows.add(row.toString()));
    }
    return rows;
  }
}
