/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.readonce;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.hpcreuse.it.harness.Installation;
import org.hpcreuse.it.harness.TlsServer;
import org.hpcreuse.it.harness.Waits;
import org.hpcreuse.it.harness.pool.Container;
import org.hpcreuse.it.harness.pool.Fork;
import org.hpcreuse.it.harness.pool.Outcome;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.it.program.ReadsOnce;
import org.hpcreuse.it.program.UsesTheJdk;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the JDK reads once is read by each container that uses it, as in a JVM of its own: whether a
 * container that sets it comes first, or one that does not.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
abstract class ReadOnceCases {
  /** What a JVM of its own shows, by kind and mode. */
  private final Map<String, String> forked = new HashMap<>();

  private TlsServer server;
  private Path hosts;
  private Path tools;

  /** The slots that are tested. */
  @RegisterExtension final PoolExtension pool;

  ReadOnceCases(PoolExtension pool) {
    this.pool = pool;
  }

  /** System and security properties, the locale, the environment, files that they name. */
  static Stream<String> kinds() {
    return Stream.of(
        "tls",
        "tls-launched",
        "protocols",
        "sort",
        "hosts",
        "locale",
        "path",
        "broken",
        "provider",
        "random",
        "encoding");
  }

  @BeforeAll
  void prepare() throws Exception {
    server = TlsServer.start(pool.dir(), Installation.javaHome());
    hosts = Files.writeString(pool.dir().resolve("hosts"), "127.9.8.7 localhost\n");
    tools = Files.createDirectories(pool.dir().resolve("tools"));
    Path tool = Files.writeString(tools.resolve("hpc-reuse-read-once"), "#!/bin/sh\nexit 7\n");
    Files.setPosixFilePermissions(tool, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @AfterAll
  void end() throws Exception {
    if (server != null) {
      server.close();
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  @Order(1)
  void shouldReadAnewWhenTheFirstContainerHasSetIt(String kind) throws Exception {
    String set = forked(kind, "set");
    String look = forked(kind, "look");
    assertThat(set).as("what a container sees that sets it").isNotEqualTo(look);

    assertThat(seenInOrder(kind, "set", "look", "set")).containsExactly(set, look, set);
  }

  @Test
  @Order(2)
  void shouldBeInAFreshSlot() throws Exception {
    long old = pool.slot(0).get("pid").asLong();
    ProcessHandle.of(old).ifPresent(ProcessHandle::destroyForcibly);
    Waits.until("another slot")
        .atMost(Waits.START)
        .until(
            () -> {
              JsonNode slot = pool.slot(0);
              return slot.get("pid").asLong() != old && slot.get("state").asText().equals("FREE");
            });
    assertThat(pool.slot(0).get("pid").asLong()).isNotEqualTo(old);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  @Order(3)
  void shouldReadAnewWhenTheFirstContainerHasNotSetIt(String kind) throws Exception {
    String set = forked(kind, "set");
    String look = forked(kind, "look");

    assertThat(seenInOrder(kind, "look", "set", "look")).containsExactly(look, set, look);
  }

  /** Classes that keep what another class has made must not meet it when that was made again. */
  @Test
  @Order(6)
  void shouldLeaveTheJdkAsUsableAsInAForkedJvm() throws Exception {
    String expected = Fork.run(pool.container(UsesTheJdk.class), pool.javaHome());

    for (int run = 1; run <= 3; run++) {
      Outcome outcome = pool.run(pool.container(UsesTheJdk.class));
      assertThat(outcome.stdout()).as("run %s: %s", run, outcome.stderr()).isEqualTo(expected);
    }
    assertThat(expected).doesNotContain("Exception", "Error");
  }

  @Test
  @Order(4)
  void shouldHoldNothingOfItAndShowNoResidue() throws Exception {
    pool.awaitAllFree();
    List<JsonNode> audit = pool.audit();
    assertThat(audit).hasSize(1);
    assertThat(audit.get(0).get("residue")).isEmpty();
    assertThat(audit.get(0).get("liveLoaders").asInt()).isZero();
  }

  @Test
  @Order(5)
  void shouldReplaceTheSlotWhenWhatCannotBeReadAgainWasReadUnderOtherInputs() throws Exception {
    Outcome harmless = run("costs", "look");
    pool.awaitAllFree();
    long first = pool.slot(0).get("pid").asLong();
    assertThat(first == harmless.assigned().slotPid()).isEqualTo(pool.sameProcess());

    Outcome another = run("sort", "look");
    assertThat(another.status()).isZero();
    renew();
    Outcome hostile = run("costs", "set");
    pool.awaitAllFree();

    assertThat(hostile.status()).as(hostile.stderr()).isZero();
    assertThat(pool.slot(0).get("pid").asLong()).isNotEqualTo(hostile.assigned().slotPid());
    if (pool.sameProcess()) {
      assertThat(Files.readString(pool.managerLog())).contains("sun/security/ssl/Record");
    }
  }

  private void renew() throws Exception {
    shouldBeInAFreshSlot();
  }

  private List<String> seenInOrder(String kind, String... modes) throws Exception {
    List<String> seen = new ArrayList<>();
    List<Long> pids = new ArrayList<>();
    for (String mode : modes) {
      Outcome outcome = run(kind, mode);
      assertThat(outcome.status()).as(outcome.stderr()).isZero();
      seen.add(outcome.value("seen"));
      pids.add(outcome.assigned().slotPid());
    }
    assertThat(pids.stream().distinct().count()).isEqualTo(pool.sameProcess() ? 1 : modes.length);
    return seen;
  }

  private Outcome run(String kind, String mode) throws Exception {
    return pool.run(container(kind, mode));
  }

  private String forked(String kind, String mode) throws Exception {
    String known = forked.get(kind + " " + mode);
    if (known == null) {
      known = fork(kind, mode);
      forked.put(kind + " " + mode, known);
    }
    return known;
  }

  private String fork(String kind, String mode) throws Exception {
    return Fork.run(container(kind, mode), pool.javaHome())
        .lines()
        .filter(line -> line.startsWith("seen="))
        .map(line -> line.substring("seen=".length()))
        .findFirst()
        .orElseThrow();
  }

  private Container container(String kind, String mode) throws Exception {
    Container container = pool.container(ReadsOnce.class);
    String port = Integer.toString(server.port());
    String store = server.clientStore().toString();
    boolean set = mode.equals("set");
    if (kind.equals("path") && set) {
      container.environment("PATH", tools + ":/usr/bin:/bin");
    } else if (kind.equals("tls-launched") && set) {
      for (String use : List.of("keyStore", "trustStore")) {
        container.property("javax.net.ssl." + use, store);
        container.property("javax.net.ssl." + use + "Password", "changeit");
      }
    }
    return switch (kind) {
      case "tls", "tls-launched" -> container.arguments(kind, mode, port, store);
      case "hosts" -> container.arguments(kind, mode, hosts.toString());
      default -> container.arguments(kind, mode);
    };
  }
}
