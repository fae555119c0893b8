/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.hpcreuse.gang.yarn.NodeReports;
import org.junit.jupiter.api.Test;

class GangRoomTest {
  private static final Duration LONG = Duration.ofMinutes(1);

  private final List<String> notes = new ArrayList<>();

  private static NodeReport node(int alive, int soon) {
    return NodeReports.node("node1", 6, "job", alive, soon);
  }

  private static GangRoom room(int ranks, NodeReport... looks) {
    Iterator<NodeReport> each = List.of(looks).iterator();
    return new GangRoom(() -> List.of(each.next()), ranks, new RankSize(640, 512));
  }

  @Test
  void shouldReturnAtOnceWhenEnoughRanksAreAlive() throws Exception {
    room(4, node(4, 6)).require(Duration.ZERO, notes::add);

    assertThat(notes).isEmpty();
  }

  @Test
  void shouldWaitForRanksAndSayOnceWhatFor() throws Exception {
    room(4, node(2, 6), node(3, 6), node(4, 6)).require(LONG, notes::add);

    assertThat(notes)
        .containsExactly(
            "4 ranks with a heap of 512 MiB are wanted, and 2 of one MPI job are alive (node1 2);"
                + " there can be 6; waiting 60 s at most for more");
  }

  @Test
  void shouldGiveUpWhenTheTimeIsOver() {
    assertThatThrownBy(() -> room(4, node(2, 6)).require(Duration.ZERO, notes::add))
        .isInstanceOf(TimeoutException.class)
        .hasMessageContaining("(waited 0 s)");
  }

  @Test
  void shouldRefuseWhatCanNeverRun() {
    assertThatThrownBy(() -> room(4, node(2, 3)).require(LONG, notes::add))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("there can be 3");
    assertThatThrownBy(() -> room(6, node(6, 6)).require(LONG, notes::add))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("room for 6");
    assertThat(notes).isEmpty();
  }
}
