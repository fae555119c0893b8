/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hpcreuse.it.harness.Installation;
import org.hpcreuse.it.harness.Waits;
import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.it.program.end.Exits;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Nothing that is said without the secret, or wrongly, has an effect. */
class FuzzTest extends LaunchCases {
  private static final long SEED = 20_261_122;

  /** All that can be reached by who is no slot of the pool. */
  private static final List<String> HANDLERS =
      List.of(
          "EXECUTOR Launch",
          "EXECUTOR Collected",
          "EXECUTOR Fork",
          "EXECUTOR Reattach",
          "EXECUTOR Signal",
          "EXECUTOR WatchRanks",
          "ADMIN StatusQuery",
          "ADMIN MpiCheckQuery",
          "ADMIN AuditQuery",
          "ADMIN Retire",
          "ADMIN UndoDrain",
          "SLOT SlotHello",
          "SLOT SlotReturn");

  private static final List<String> REFUSALS =
      List.of(
          "no-hello",
          "wrong-secret",
          "malformed",
          "cut-off",
          "not-for-role",
          "bad-container-id",
          "no-process");

  /** Its own: what is refused is counted from zero. */
  @RegisterExtension static final PoolExtension POOL = PoolExtension.with(Mpi.NONE).own();

  @Override
  PoolExtension pool() {
    return POOL;
  }

  @Test
  void shouldServeNothingOfTwentyThousandMessages() throws Exception {
    shouldServeNothing(20_000);
  }

  @Test
  @Tag("many-jobs")
  void shouldServeNothingOfAMillionMessages() throws Exception {
    shouldServeNothing(1_000_000);
  }

  private static void shouldServeNothing(long messages) throws Exception {
    POOL.awaitAllFree();
    JsonNode before = POOL.status();
    long manager = before.at("/pool/pid").asLong();
    long descriptors = descriptors(manager);
    Map<String, Long> instances = instances(manager);
    Fuzzer fuzzer = new Fuzzer(POOL.files(), new SplittableRandom(SEED));

    fuzzer.talk(messages);

    Waits.until("all connections to be closed")
        .untilAsserted(() -> assertThat(descriptors(manager)).isLessThanOrEqualTo(descriptors + 1));
    JsonNode after = POOL.status();
    print(fuzzer, after);
    assertThat(fuzzer.violations()).isEmpty();
    assertThat(after.at("/pool/pid").asLong()).isEqualTo(manager);
    assertThat(after.at("/slots/0/pid")).isEqualTo(before.at("/slots/0/pid"));
    assertThat(after.at("/slots/0/containers")).isEqualTo(before.at("/slots/0/containers"));
    assertThat(after.at("/launches/reused")).isEqualTo(before.at("/launches/reused"));
    assertThat(after.at("/retirements")).isEqualTo(before.at("/retirements"));
    assertThat(after.at("/pool/draining").asBoolean()).isFalse();
    assertThat(names(after.get("messages"))).containsAll(HANDLERS);
    assertThat(names(after.get("refused"))).containsAll(REFUSALS);
    assertEachRefusalIsLogged(after);
    assertNothingIsKept(instances, instances(manager));
    assertThat(POOL.run(POOL.container(Exits.class).arguments("return", "0")).status()).isZero();
    POOL.awaitAllFree();
  }

  private static void print(Fuzzer fuzzer, JsonNode status) {
    System.out.printf(
        "seed %d: %d messages over %d connections %s%n",
        SEED, fuzzer.count(), fuzzer.connections(), fuzzer.sent());
    System.out.println("answers " + fuzzer.answers());
    List<String> reached = new ArrayList<>(names(status.get("messages")));
    reached.retainAll(HANDLERS);
    System.out.printf(
        "handlers reached: %d of %d: %s%n",
        reached.size(), HANDLERS.size(), status.get("messages"));
    System.out.println("refused " + status.get("refused"));
  }

  private static List<String> names(JsonNode node) {
    List<String> names = new ArrayList<>();
    node.fieldNames().forEachRemaining(names::add);
    return names;
  }

  /** One line for each, and nothing of what was said in any. */
  private static void assertEachRefusalIsLogged(JsonNode status) throws IOException {
    Map<String, Long> logged;
    String secret = POOL.files().readSecret();
    try (Stream<String> lines = Files.lines(POOL.managerLog())) {
      logged =
          lines
              .peek(line -> assertThat(line).doesNotContain(secret, ValidMessages.CANARY, "jndi"))
              .filter(line -> line.contains(" refused ("))
              .map(line -> line.replaceAll(".* refused \\(([a-z-]+)\\): .*", "$1"))
              .collect(Collectors.groupingBy(r -> r, TreeMap::new, Collectors.counting()));
    }
    Map<String, Long> counted = new TreeMap<>();
    status
        .get("refused")
        .fields()
        .forEachRemaining(entry -> counted.put(entry.getKey(), entry.getValue().asLong()));
    assertThat(logged).isEqualTo(counted);
  }

  private static void assertNothingIsKept(Map<String, Long> before, Map<String, Long> after) {
    Map<String, Long> more = new TreeMap<>();
    after.forEach(
        (name, count) -> {
          if (count > before.getOrDefault(name, 0L) + 64) {
            more.put(name, count);
          }
        });
    assertThat(more).as("instances the manager keeps").isEmpty();
  }

  /** Living objects of the manager's own classes. */
  private static Map<String, Long> instances(long pid) throws IOException, InterruptedException {
    String jcmd = Installation.javaHome().resolve("bin/jcmd").toString();
    Process process =
        new ProcessBuilder(jcmd, Long.toString(pid), "GC.class_histogram")
            .redirectErrorStream(true)
            .start();
    Map<String, Long> instances = new TreeMap<>();
    try (var lines = process.inputReader()) {
      lines
          .lines()
          .map(line -> line.trim().split("\\s+"))
          .filter(words -> words.length > 3 && words[3].startsWith("org.hpcreuse."))
          .forEach(words -> instances.merge(words[3], Long.parseLong(words[1]), Long::sum));
    }
    assertThat(process.waitFor()).as("jcmd").isZero();
    assertThat(instances).isNotEmpty();
    return instances;
  }

  private static long descriptors(long pid) throws IOException {
    try (Stream<Path> all = Files.list(Path.of("/proc", Long.toString(pid), "fd"))) {
      return all.count();
    }
  }
}
