/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.hpcreuse.it.guest.Exits;
import org.hpcreuse.it.harness.Mpi;
import org.hpcreuse.it.harness.PoolExtension;
import org.hpcreuse.it.harness.Waits;
import org.hpcreuse.protocol.Options;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Nothing that is said without the secret, or wrongly, has an effect. */
class FuzzTest {
  private static final long SEED = 20_261_121;

  @RegisterExtension
  static final PoolExtension POOL =
      PoolExtension.with(Mpi.NONE).set(Options.SLOTS, "1x256").set(Options.SPARES, "0");

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
    Fuzzer fuzzer = new Fuzzer(POOL.files(), new SplittableRandom(SEED));

    while (fuzzer.count() < messages) {
      fuzzer.converse();
    }

    System.out.println("seed " + SEED + ": " + fuzzer.count() + " messages " + fuzzer.sent());
    System.out.println("answers " + fuzzer.answers());
    assertThat(fuzzer.answers()).containsOnlyKeys("Welcome", "Refused");
    JsonNode after = POOL.status();
    assertThat(after.at("/pool/pid").asLong()).isEqualTo(manager);
    assertThat(after.get("slots")).isEqualTo(before.get("slots"));
    assertThat(after.get("launches")).isEqualTo(before.get("launches"));
    assertThat(after.at("/pool/draining").asBoolean()).isFalse();
    Waits.until("all connections to be closed")
        .untilAsserted(() -> assertThat(descriptors(manager)).isLessThanOrEqualTo(descriptors + 1));
    assertThat(POOL.run(POOL.container(Exits.class).arguments("return", "0")).status()).isZero();
    POOL.awaitAllFree();
  }

  private static long descriptors(long pid) throws IOException {
    try (Stream<Path> all = Files.list(Path.of("/proc", Long.toString(pid), "fd"))) {
      return all.count();
    }
  }
}
