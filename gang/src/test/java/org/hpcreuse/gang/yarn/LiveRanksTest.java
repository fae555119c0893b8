/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.api.records.NodeAttribute;
import org.apache.hadoop.yarn.api.records.NodeAttributeType;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.util.Records;
import org.hpcreuse.protocol.ranks.RankAttributes;
import org.hpcreuse.protocol.wire.Message;
import org.junit.jupiter.api.Test;

class LiveRanksTest {
  private static final int ROOM = 4;

  private static NodeReport node(String host, int port, Map<String, String> attributes) {
    NodeReport report = Records.newRecord(NodeReport.class);
    report.setNodeId(NodeId.newInstance(host, port));
    report.setCapability(Resource.newInstance(ROOM * 640, ROOM));
    report.setNodeAttributes(attributes(attributes));
    return report;
  }

  private static Set<NodeAttribute> attributes(Map<String, String> values) {
    return values.entrySet().stream()
        .map(
            value ->
                NodeAttribute.newInstance(
                    NodeAttribute.PREFIX_DISTRIBUTED,
                    value.getKey(),
                    NodeAttributeType.STRING,
                    value.getValue()))
        .collect(Collectors.toSet());
  }

  private static NodeReport node(String host, String job, int alive, int soon) {
    List<Message.Ranks.Group> groups = List.of(new Message.Ranks.Group(512, alive, soon));
    return node(host, 1, RankAttributes.of(new Message.Ranks(job, groups)).values());
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
  }

  @Test
  void shouldCountANodeThatDoesNotSayWithAllItHasRoomFor() {
    LiveRanks ranks = ranks(node("a", "first", 3, 3), node("b", 1, Map.of("colour", "red")));

    assertThat(ranks.alive(512)).isEqualTo(3 + ROOM);
    assertThat(ranks.describe(512)).isEqualTo("a 3, b does not say");
  }

  /** YARN keeps attributes by host. */
  @Test
  void shouldNotBelieveTwoNodeManagersOfOneHost() {
    Map<String, String> last = RankAttributes.UNKNOWN.values();

    assertThat(ranks(node("a", 1, last), node("a", 2, last)).alive(512)).isEqualTo(2 * ROOM);
  }
}
