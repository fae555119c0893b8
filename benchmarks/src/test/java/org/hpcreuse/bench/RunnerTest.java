/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.hpcreuse.bench.cluster.Arm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunnerTest {
  private static final List<Arm> ARMS = List.of(Arm.FORK, Arm.REUSE);

  @TempDir Path dir;

  @Test
  void shouldTakeEveryArmOnceInEveryRound() {
    List<Runner.Step> plan = Runner.plan(List.of("pi"), 10, ARMS, 1);

    assertThat(plan).hasSize(20).doesNotHaveDuplicates();
    for (int round = 0; round < 10; round++) {
      assertThat(plan.subList(2 * round, 2 * round + 2))
          .extracting(Runner.Step::arm)
          .containsExactlyInAnyOrder("fork", "reuse");
    }
  }

  @Test
  void shouldShuffleTheArmsBySeed() {
    List<Runner.Step> plan = Runner.plan(List.of("pi"), 10, ARMS, 1);

    assertThat(Runner.plan(List.of("pi"), 10, ARMS, 1)).isEqualTo(plan);
    assertThat(Runner.plan(List.of("pi"), 10, ARMS, 2)).isNotEqualTo(plan);
    assertThat(plan.stream().filter(s -> plan.indexOf(s) % 2 == 0).map(Runner.Step::arm))
        .contains("fork", "reuse");
  }

  @Test
  void shouldLeaveOutSamplesThatWereTaken() throws IOException {
    List<Runner.Step> plan = Runner.plan(List.of("pi"), 2, ARMS, 1);
    RunDirectory run = new RunDirectory(dir);
    run.append(
        new Entry.Sample("pi", Arm.REUSE, 1, 0, 0, List.of(), List.of(), Map.of(), Map.of()));

    assertThat(Runner.missing(plan, run.read("sample")))
        .hasSize(3)
        .doesNotContain(new Runner.Step("pi", 1, "reuse"));
  }

  @Test
  void shouldReadThePoolsReleasesAndLeaveOutALineThatIsNotYetWritten() throws IOException {
    Files.writeString(
        dir.resolve("releases-0-17.jsonl"),
        """
        {"container":"c1","micros":1500,"steps":{"RpcClients":7,"Log4jLogging":12},\
        "launchMicros":900,"launchSteps":{"program":8}}
        {"cont""");

    assertThat(Runner.releases(dir))
        .containsExactly(
            new Entry.Release(
                "c1",
                1500,
                Map.of("RpcClients", 7L, "Log4jLogging", 12L),
                900,
                Map.of("program", 8L)));
  }

  @Test
  void shouldFindNoReleasesWithoutAPool() throws IOException {
    assertThat(Runner.releases(dir.resolve("none"))).isEmpty();
  }

  @Test
  void shouldTakeThePoolsFromTheLaterLookAndAllElseFromTheEarlier() {
    Map<String, Long> before = Map.of("namenode", 10L, "pool-manager", 100L);
    Map<String, Long> ended = Map.of("namenode", 15L, "pool-manager", 130L);
    Map<String, Long> rested = Map.of("namenode", 99L, "pool-manager", 170L);

    assertThat(Runner.spent(before, ended, rested))
        .isEqualTo(Map.of("namenode", 5L, "pool-manager", 70L));
  }
}
