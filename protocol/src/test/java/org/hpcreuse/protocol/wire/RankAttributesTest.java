/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RankAttributesTest {
  private static final RankAttributes SOME =
      RankAttributes.of(
          new Message.Ranks(
              "3fa9",
              List.of(new Message.Ranks.Group(512, 3, 4), new Message.Ranks.Group(1024, 0, 2))));

  @Test
  void shouldBeReadAsTheyWereWritten() {
    assertThat(SOME.values())
        .containsEntry(RankAttributes.JOB, "3fa9")
        .containsEntry(RankAttributes.RANKS, "3x512")
        .containsEntry(RankAttributes.RANKS_SOON, "4x512_2x1024");
    assertThat(RankAttributes.of(SOME.values())).contains(SOME);
    assertThat(RankAttributes.of(RankAttributes.UNKNOWN.values())).contains(RankAttributes.UNKNOWN);
  }

  @Test
  void shouldCountRanksWithEnoughHeap() {
    assertThat(SOME.alive().withHeap(512)).isEqualTo(3);
    assertThat(SOME.alive().withHeap(513)).isZero();
    assertThat(SOME.soon().orElseThrow().withHeap(1)).isEqualTo(6);
    assertThat(SOME.soon().orElseThrow().withHeap(1024)).isEqualTo(2);
  }

  /** An attribute's value as Hadoop 3.5.0 allows it (NodeLabelUtil). */
  @Test
  void shouldHaveValuesThatYarnAllows() {
    for (RankAttributes each : List.of(SOME, RankAttributes.UNKNOWN)) {
      assertThat(each.values().values())
          .allMatch(value -> value.matches("[0-9a-zA-Z][-_.0-9a-zA-Z]*"));
    }
  }

  @Test
  void shouldKnowNothingOfANodeThatSaysNothing() {
    assertThat(RankAttributes.of(Map.of("colour", "red"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "4", "4x", "x512", "4x512_", "-1x512", "4x512 2x1024", "99999999x1"})
  void shouldRejectWhatIsNoNumberOfRanks(String text) {
    Map<String, String> values = new HashMap<>(SOME.values());
    values.put(RankAttributes.RANKS, text);
    assertThatThrownBy(() -> RankAttributes.of(values)).hasMessageContaining("number of ranks");
  }
}
