/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.master.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.hpcreuse.gang.GangMessage;
import org.junit.jupiter.api.Test;

class RanksTest {
  private static final ApplicationAttemptId ATTEMPT =
      ApplicationAttemptId.newInstance(ApplicationId.newInstance(1700000000000L, 7), 1);

  @Test
  void neighboursInTheGangAreNeighboursOnANode() {
    Ranks ranks =
        Ranks.in(List.of(on("b", 2), on("a", 5), on("b", 1), on("a", 3)), System::nanoTime);
    assertThat(ranks.containersLeft())
        .extracting(each -> each.getNodeId().getHost() + each.getId().getContainerId())
        .containsExactly("a3", "a5", "b1", "b2");
    assertThat(ranks.in(id(1)).orElseThrow().toString()).startsWith("rank 2 ");
    assertThat(ranks.in(id(1).toString())).isEqualTo(ranks.in(id(1)));
    assertThat(ranks.in(id(9))).isEmpty();
  }

  @Test
  void theGangHasArrivedWithItsLastRank() {
    Ranks ranks = Ranks.in(List.of(on("a", 1), on("a", 2)), System::nanoTime);
    arrive(ranks, 2, "job", 4);
    assertThat(ranks.haveArrived()).isFalse();
    assertThat(ranks.missing()).contains("rank 0").doesNotContain("rank 1");
    arrive(ranks, 1, "job", 6);
    assertThat(ranks.haveArrived()).isTrue();
    assertThat(ranks.slotRanks()).containsExactly(6, 4);
    assertThat(ranks.jobs()).isEqualTo(1);
  }

  @Test
  void theNodesOutsideOfTheLargestMpiJobAreAvoided() {
    Ranks ranks =
        Ranks.in(List.of(on("a", 1), on("b", 2), on("b", 3), on("c", 4)), System::nanoTime);
    arrive(ranks, 1, "one", 0);
    arrive(ranks, 2, "two", 0);
    arrive(ranks, 3, "two", 1);
    arrive(ranks, 4, "one", 1);
    arrive(ranks, 4, "two", 2);
    assertThat(ranks.jobs()).isEqualTo(2);
    assertThat(ranks.hostsOutsideLargestJob()).containsExactly("a");
  }

  @Test
  void ranksThatHaveEndedAreNotLeft() {
    Ranks ranks = Ranks.in(List.of(on("a", 1), on("a", 2)), System::nanoTime);
    ranks.in(id(1)).orElseThrow().ended(0);
    assertThat(ranks.containersLeft()).extracting(Container::getId).containsExactly(id(2));
    assertThat(ranks.haveEnded()).isFalse();
    ranks.in(id(2)).orElseThrow().ended(1);
    assertThat(ranks.haveEnded()).isTrue();
    assertThat(ranks.areSilent()).isTrue();
  }

  @Test
  void thePartThatIsDoneGrows() {
    Ranks ranks = Ranks.in(List.of(on("a", 1), on("a", 2)), System::nanoTime);
    assertThat(ranks.doneShare()).isZero();
    ranks.in(id(2)).orElseThrow().done();
    assertThat(ranks.doneShare()).isEqualTo(0.5f);
  }

  @Test
  void beforeThereAreContainersThereIsNone() {
    assertThat(Ranks.none().areNone()).isTrue();
    assertThat(Ranks.none().containersLeft()).isEmpty();
  }

  private static void arrive(Ranks ranks, int container, String job, int slotRank) {
    ranks
        .in(id(container))
        .orElseThrow()
        .arrived(null, new GangMessage.Here(id(container).toString(), job, slotRank, "host", 1234));
  }

  private static Container on(String host, int number) {
    return Container.newInstance(
        id(number),
        NodeId.newInstance(host, 1),
        host + ":2",
        Resource.newInstance(512, 1),
        Priority.newInstance(1),
        null);
  }

  private static ContainerId id(int number) {
    return ContainerId.newContainerId(ATTEMPT, number);
  }
}
