/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.hpcreuse.protocol.wire.RankAttributes;
import org.junit.jupiter.api.Test;

class LiveRanksTest {
  private static final int ROOM = 4;

  private static NodeReport node(String host, int port, Map<String, String> attributes) {
    return NodeReports.node(host, port, ROOM, attributes);
  }

  private static NodeReport node(String host, String job, int alive, int soon) {
    return NodeReports.node(host, ROOM, job, alive, soon);
  }

  private static LiveRanks ranks(NodeReport... nodes) {
    return LiveRanks.of(List.of(nodes), 640);
  }

  @Test
  void shouldAddUpTheRanksOfOneMpiJob() {
    LiveRanks ranks = ranks(node("a", "first", 3, 4), node("b", "first", 2, 2));

    assertThat(ranks.alive(512)).isEqualTo(5);
    assertThat(ranks.soon(512)).isEqualTo(6);
    assertThat(ranks.alive(513)).isZero();
    assertThat(ranks.describe(512)).isEqualTo("a 3, b 2");
  }

  @Test
  void shouldTakeTheMpiJobWithMostOfThem() {
    LiveRanks ranks =
        ranks(node("a", "first", 3, 3), node("b", "second", 2, 4), node("c", "second", 2, 2));

    assertThat(ranks.alive(512)).isEqualTo(4);
    assertThat(ranks.soon(512)).isEqualTo(6);
  }

  /** Which job they will be ranks of is not known before they are. */
  @Test
  void shouldHopeForNodesThatHaveNoRankNow() {
    LiveRanks ranks = ranks(node("a", "first", 3, 3), node("b", "", 0, 2));

    assertThat(ranks.alive(512)).isEqualTo(3);
    assertThat(ranks.soon(512)).isEqualTo(5);
  }

  @Test
  void shouldHopeWhileANodeManagerDoesNotReachItsPool() {
    LiveRanks ranks = ranks(node("a", 1, RankAttributes.UNKNOWN.values()));

    assertThat(ranks.alive(512)).isZero();
    assertThat(ranks.soon(512)).isEqualTo(ROOM);
    assertThat(ranks.describe(512)).isEqualTo("a does not reach its pool");
  }

  @Test
  void shouldCountANodeThatDoesNotSayWithAllItHasRoomFor() {
    LiveRanks ranks = ranks(node("a", "first", 3, 3), node("b", 1, Map.of("colour", "red")));

    assertThat(ranks.alive(512)).isEqualTo(3 + ROOM);
    assertThat(ranks.describe(512)).isEqualTo("a 3, b does not say");
  }

  /** The pool gives a container without MPI the slot of a rank when it has no other. */
  @Test
  void shouldNotCountTheRankWhoseSlotTheMasterHolds() {
    LiveRanks ranks = ranks(node("a", "first", 3, 4), node("b", "second", 1, 1));

    assertThat(ranks.missing(3, 512)).isEmpty();
    assertThat(ranks.besidesMaster("b", 512).missing(3, 512)).isEmpty();
    assertThat(ranks.besidesMaster("a", 512).missing(3, 512))
        .hasValueSatisfying(why -> assertThat(why).contains("and 2 of one MPI job", "(a 2, b 1)"));
  }

  @Test
  void shouldCountAllRanksWhenTheMasterMayHoldATooSmallOne() {
    Map<String, String> values = new HashMap<>(RankAttributes.UNKNOWN.values());
    values.put(RankAttributes.RANKS, "1x256_3x512");
    LiveRanks ranks = ranks(node("a", 1, values)).besidesMaster("a", 512);

    assertThat(ranks.alive(512)).isEqualTo(3);
  }

  @Test
  void shouldTakeAMalformedValueForNone() {
    Map<String, String> values = new HashMap<>(RankAttributes.UNKNOWN.values());
    values.put(RankAttributes.RANKS, "many");

    assertThat(ranks(node("a", 1, values)).alive(512)).isEqualTo(ROOM);
  }

  @Test
  void shouldNameTheFirstNodesOfMany() {
    NodeReport[] nodes =
        IntStream.range(0, 12).mapToObj(i -> node("n" + i, "job", 1, 1)).toArray(NodeReport[]::new);

    assertThat(ranks(nodes).describe(512))
        .startsWith("n0 1, n1 1, ")
        .endsWith("n9 1 and 2 more nodes");
  }

  /** YARN keeps attributes by host. */
  @Test
  void shouldNotBelieveTwoNodeManagersOfOneHost() {
    Map<String, String> last = RankAttributes.UNKNOWN.values();

    assertThat(ranks(node("a", 1, last), node("a", 2, last)).alive(512)).isEqualTo(2 * ROOM);
  }
}
