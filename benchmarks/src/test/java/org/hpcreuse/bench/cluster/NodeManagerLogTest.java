/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.stream.Stream;
import org.hpcreuse.bench.cluster.ContainerTimes.Phase;
import org.junit.jupiter.api.Test;

final class NodeManagerLogTest {
  private static final String MAP = "container_1795222104432_0001_01_000002";

  @Test
  void shouldTakeRequestAndFinishingFromTransitions() throws IOException {
    Map<String, Map<Phase, Long>> found =
        NodeFiles.moments(Resource.lines("nodemanager-log.txt"), ZoneOffset.UTC);

    assertThat(found).hasSize(2);
    assertThat(found.get(MAP))
        .containsEntry(Phase.REQUEST, Resource.at("00:49:04.634"))
        .containsEntry(Phase.FINISHING, Resource.at("00:49:18.020"))
        .hasSize(2);
  }

  @Test
  void shouldHaveNoFinishingWhileAContainerRuns() throws IOException {
    Stream<String> untilRunning =
        Resource.lines("nodemanager-log.txt").filter(line -> !line.contains("EXITED"));

    assertThat(NodeFiles.moments(untilRunning, ZoneOffset.UTC).get(MAP))
        .containsOnlyKeys(Phase.REQUEST);
  }

  @Test
  void shouldSeeTheEndOfAKilledContainer() {
    String line =
        "2026-11-21 00:49:%s INFO  x.ContainerImpl (d): Container %s transitioned from %s";
    Stream<String> lines =
        Stream.of(
            line.formatted("04,000", MAP, "SCHEDULED to RUNNING"),
            line.formatted("05,000", MAP, "RUNNING to KILLING"),
            line.formatted("06,500", MAP, "KILLING to CONTAINER_CLEANEDUP_AFTER_KILL"),
            line.formatted("06,600", MAP, "CONTAINER_CLEANEDUP_AFTER_KILL to DONE"));

    assertThat(NodeFiles.moments(lines, ZoneOffset.UTC).get(MAP))
        .containsEntry(Phase.FINISHING, Resource.at("00:49:06.500"));
  }

  @Test
  void shouldLeaveOutAContainerThatWasNeverLaunched() {
    Stream<String> lines =
        Stream.of(
            "2026-11-21 00:49:04,000 INFO  x.ContainerImpl (d): Container "
                + MAP
                + " transitioned from SCHEDULED to DONE");

    assertThat(NodeFiles.moments(lines, ZoneOffset.UTC)).isEmpty();
  }
}
