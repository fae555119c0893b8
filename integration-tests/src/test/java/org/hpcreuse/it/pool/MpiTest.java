/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.pool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.hpcreuse.it.harness.Gate;
import org.hpcreuse.it.harness.pool.Launched;
import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.Outcome;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.it.program.Turnstile;
import org.hpcreuse.it.program.UsesMpi;
import org.hpcreuse.it.program.end.Exits;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** MPI stays alive, whatever containers do and whichever slots die. */
class MpiTest {
  /** Its own: ranks are counted. */
  @RegisterExtension
  static final PoolExtension POOL =
      PoolExtension.with(Mpi.OPEN_MPI).set(Options.SLOTS, "2x256").set(Options.SPARES, "1").own();

  private static Outcome run(String how) throws Exception {
    return POOL.run(POOL.container(UsesMpi.class).arguments(how));
  }

  @Test
  void shouldGiveAContainerAWorldOfOneRank() throws Exception {
    for (int i = 0; i < 4; i++) {
      Outcome outcome = run("normal");

      assertThat(outcome.status()).as(outcome.stderr()).isZero();
      assertThat(outcome.value("before")).isEqualTo("false,false");
      assertThat(outcome.value("size")).isEqualTo("1");
      assertThat(outcome.value("rank")).isEqualTo("0");
      assertThat(outcome.value("during")).isEqualTo("true,false");
      assertThat(outcome.value("sum")).isEqualTo("20");
      assertThat(outcome.value("after")).isEqualTo("true,true");
    }
  }

  @ParameterizedTest
  @CsvSource({"normal, 0", "free, 0", "unfinished, 0", "abort, 5"})
  void shouldKeepThePoolsCommunicatorWhateverAContainerDoesWithMpi(String how, int status)
      throws Exception {
    assertThat(run(how).status()).isEqualTo(status);

    assertRightSum();
  }

  @Test
  void shouldAddUpRightAfterAHundredContainersAndALostSlot() throws Exception {
    POOL.awaitAllFree();
    for (int i = 0; i < 100; i++) {
      if (i == 50) {
        loseASlot();
      }
      assertThat(POOL.run(POOL.container(Exits.class).arguments("return", "0")).status()).isZero();
    }

    assertRightSum();
    assertThat(livingRanks()).hasSize(2);
    assertThat(POOL.status().at("/pool/lastMpiCheck/ok").asBoolean()).isTrue();
  }

  private static void loseASlot() throws Exception {
    try (Gate gate = new Gate()) {
      Launched victim = POOL.launch(POOL.container(Turnstile.class).arguments(gate.address()));
      gate.awaitArrival();
      ProcessHandle.of(victim.assigned().slotPid()).orElseThrow().destroyForcibly();
      assertThat(victim.outcome().status()).isEqualTo(137);
    }
  }

  private static void assertRightSum() throws Exception {
    Set<Integer> ranks = livingRanks();
    long expected = ranks.stream().mapToLong(rank -> rank + 1L).sum();

    JsonNode check = POOL.mpiCheck();

    assertThat(check.get("ok").asBoolean()).as(check.toString()).isTrue();
    List<Long> sums = new ArrayList<>();
    check.get("sums").forEach(sum -> sums.add(sum.asLong()));
    assertThat(sums).hasSize(ranks.size()).containsOnly(expected);
  }

  private static Set<Integer> livingRanks() throws Exception {
    Set<Integer> ranks = new HashSet<>();
    JsonNode status = POOL.status();
    for (String part : List.of("slots", "spares")) {
      for (JsonNode process : status.get(part)) {
        if (process.get("mpi").asBoolean()
            && ProcessHandle.of(process.get("pid").asLong()).isPresent()) {
          ranks.add(process.get("process").asInt());
        }
      }
    }
    return ranks;
  }
}
