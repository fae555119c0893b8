/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.hpcreuse.cli.plan.ClusterPlan.Mode;
import org.hpcreuse.cli.terminal.Failure;
import org.hpcreuse.protocol.ExitCodes;
import org.junit.jupiter.api.Test;

class MemoryBudgetTest {
  private static final DaemonHeaps HEAD = DaemonHeaps.parse("").on(NodeRole.HEAD);
  private static final int DAEMONS_MB = 1792 + 5 * MemoryBudget.JVM_OVERHEAD_MB;

  @Test
  void shouldCountSlotsSparesManagerForkHeadroomAndDaemons() {
    int slots = 2 * (1024 + 200);
    int spare = 1024 + 200;

    assertThat(MemoryBudget.forReuse(SlotSpec.parse("2"), 1, HEAD).totalMb())
        .isEqualTo(slots + spare + 164 + 1280 + DAEMONS_MB);
  }

  @Test
  void shouldCountClientSlotsWithTheirPoolManagerAndNoneWithoutSlots() {
    MemoryBudget budget = MemoryBudget.forReuse(SlotSpec.parse("2"), 1, HEAD);
    int without = budget.totalMb();

    budget.addClientSlots(0, 512);
    assertThat(budget.totalMb()).isEqualTo(without);
    budget.addClientSlots(2, 512);
    assertThat(budget.totalMb()).isEqualTo(without + 2 * (512 + 200) + 164);
  }

  @Test
  void shouldEstimateAnIdleClusterByItsProcessesWhateverTheirHeaps() {
    MemoryBudget reuse = MemoryBudget.forReuse(SlotSpec.parse("2x512,1x4096"), 1, HEAD);
    reuse.addClientSlots(1, 512);

    assertThat(reuse.idleMb()).isEqualTo(4 * 250 + 100 + 250 + 100 + 5 * 300);
    assertThat(MemoryBudget.forFork(SlotSpec.parse("2"), HEAD).idleMb()).isEqualTo(5 * 300);
  }

  @Test
  void shouldCountEveryContainerInForkMode() {
    assertThat(MemoryBudget.forFork(SlotSpec.parse("2"), HEAD).totalMb())
        .isEqualTo(2560 + DAEMONS_MB);
  }

  @Test
  void shouldCountEveryContainerAndAResidentRankForItInSpawnMode() {
    MemoryBudget budget = MemoryBudget.of(Mode.SPAWN, SlotSpec.parse("2"), 1, HEAD);

    assertThat(budget.totalMb()).isEqualTo(2560 + DAEMONS_MB + 2 * 132);
    assertThatThrownBy(() -> budget.requireAtMost(0)).hasMessageContaining("resident ranks 264");
  }

  @Test
  void shouldCountOnlyTheDaemonsOfAWorker() {
    assertThat(
            MemoryBudget.forFork(SlotSpec.parse("2"), DaemonHeaps.parse("").on(NodeRole.WORKER))
                .totalMb())
        .isEqualTo(2560 + 256 + 512 + 2 * MemoryBudget.JVM_OVERHEAD_MB);
  }

  @Test
  void shouldAcceptExactlyWhatIsThere() {
    MemoryBudget budget = MemoryBudget.forFork(SlotSpec.parse("2"), HEAD);

    assertThatCode(() -> budget.requireAtMost(budget.totalMb())).doesNotThrowAnyException();
  }

  @Test
  void shouldLeaveToForkedContainersWhatNothingElseNeeds() {
    MemoryBudget budget = MemoryBudget.forReuse(SlotSpec.parse("2"), 1, HEAD);

    assertThat(budget.forkHeadroomMb(budget.totalMb())).isEqualTo(1280);
    assertThat(budget.forkHeadroomMb(budget.totalMb() + 5000)).isEqualTo(6280);
  }

  @Test
  void shouldNameEveryNumberWhenItIsTooMuch() {
    MemoryBudget budget = MemoryBudget.forReuse(SlotSpec.parse("4x1024,1x1536"), 1, HEAD);

    assertThatThrownBy(() -> budget.requireAtMost(4000))
        .isInstanceOf(Failure.class)
        .hasMessageContainingAll("slots 6632", "spares 1736", "fork headroom 1920", "4000 MiB")
        .extracting(e -> ((Failure) e).exitCode())
        .isEqualTo(ExitCodes.UNAVAILABLE);
  }
}
