/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.samples.Sample;
import org.junit.jupiter.api.Test;

final class PlanTest {
  private static final List<Arm> ARMS = List.of(Arm.FORK, Arm.REUSE);

  @Test
  void shouldTakeEveryArmOnceInEveryRound() {
    List<Plan.Step> plan = Plan.of(List.of("pi"), 10, ARMS, 1);

    assertThat(plan).hasSize(20).doesNotHaveDuplicates();
    for (int round = 0; round < 10; round++) {
      assertThat(plan.subList(2 * round, 2 * round + 2))
          .extracting(Plan.Step::arm)
          .containsExactlyInAnyOrder(Arm.FORK, Arm.REUSE);
    }
  }

  @Test
  void shouldShuffleTheArmsBySeed() {
    List<Plan.Step> plan = Plan.of(List.of("pi"), 10, ARMS, 1);

    assertThat(Plan.of(List.of("pi"), 10, ARMS, 1)).isEqualTo(plan);
    assertThat(Plan.of(List.of("pi"), 10, ARMS, 2)).isNotEqualTo(plan);
    assertThat(plan.stream().filter(s -> plan.indexOf(s) % 2 == 0).map(Plan.Step::arm))
        .contains(Arm.FORK, Arm.REUSE);
  }

  @Test
  void shouldLeaveOutSamplesThatWereTaken() {
    List<Plan.Step> plan = Plan.of(List.of("pi"), 2, ARMS, 1);
    Sample taken = new Sample("pi", Arm.REUSE, 1, 0, 0, List.of(), List.of(), Map.of(), Map.of());

    assertThat(Plan.missing(plan, List.of(taken)))
        .hasSize(3)
        .doesNotContain(new Plan.Step("pi", 1, Arm.REUSE));
  }
}
