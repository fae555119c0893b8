/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.stream.Stream;
import org.hpcreuse.bench.cluster.ContainerTimes.Kind;
import org.hpcreuse.bench.cluster.ContainerTimes.Phase;
import org.hpcreuse.bench.cluster.NodeFiles.TaskLog;
import org.junit.jupiter.api.Test;

final class TaskLogTest {
  @Test
  void shouldSeeAMapsFirstLineSplitAndEnd() throws IOException {
    TaskLog log = TaskLog.parse(Resource.lines("map-syslog.txt"), ZoneOffset.UTC);

    assertThat(log.kind()).isEqualTo(Kind.MAP);
    assertThat(log.at())
        .containsEntry(Phase.LOG, Resource.at("00:49:07.739"))
        .containsEntry(Phase.APPLICATION, Resource.at("00:49:16.550"))
        .containsEntry(Phase.TERMINATING, Resource.at("00:49:17.857"));
  }

  @Test
  void shouldSeeATaskOfTezBegin() {
    TaskLog log =
        TaskLog.parse(
            Stream.of(
                "2026-11-21 00:49:07,739 [INFO] [TezChild] |task.TezChild|: TezChild starting",
                "2026-11-21 00:49:08,001 [INFO] [TezChild] |task.ContainerReporter|: Got TaskUpdate"
                    + " for containerId=container_1_1_01_000002: 24 ms after starting to poll."),
            ZoneOffset.UTC);

    assertThat(log.kind()).isEqualTo(Kind.WORKER);
    assertThat(log.at()).containsEntry(Phase.APPLICATION, Resource.at("00:49:08.001"));
  }

  @Test
  void shouldSeeTheFirstTaskThatAProgramPrints() {
    TaskLog log =
        TaskLog.printed(
            Stream.of(
                "hello",
                "task begins at 1795684033700",
                "task begins at 1795684033600",
                "hits 1",
                "task begins at 17",
                "task begins at "));

    assertThat(log.kind()).isEqualTo(Kind.WORKER);
    assertThat(log.at()).containsExactly(Map.entry(Phase.APPLICATION, 1795684033600L));
    assertThat(TaskLog.printed(Stream.of("hits 1")).kind()).isEqualTo(Kind.OTHER);
  }

  @Test
  void shouldSeeAReduceBeginToShuffle() throws IOException {
    TaskLog log = TaskLog.parse(Resource.lines("reduce-syslog.txt"), ZoneOffset.UTC);

    assertThat(log.kind()).isEqualTo(Kind.REDUCE);
    assertThat(log.at())
        .containsEntry(Phase.APPLICATION, Resource.at("00:49:23.784"))
        .containsEntry(Phase.TERMINATING, Resource.at("00:49:25.628"));
  }

  @Test
  void shouldSeeAMasterRegisterAndStop() throws IOException {
    TaskLog log = TaskLog.parse(Resource.lines("master-syslog.txt"), ZoneOffset.UTC);

    assertThat(log.kind()).isEqualTo(Kind.MASTER);
    assertThat(log.at())
        .containsEntry(Phase.LOG, Resource.at("00:48:54.899"))
        .containsEntry(Phase.APPLICATION, Resource.at("00:49:01.848"))
        .containsEntry(Phase.TERMINATING, Resource.at("00:49:25.696"));
  }

  @Test
  void shouldNotTakeAnUberTasksLinesForTheMasters() throws IOException {
    Stream<String> uber =
        Stream.of("master-syslog.txt", "map-syslog.txt")
            .flatMap(
                name -> {
                  try {
                    return Resource.lines(name);
                  } catch (IOException e) {
                    throw new UncheckedIOException(e);
                  }
                });

    TaskLog log = TaskLog.parse(uber, ZoneOffset.UTC);

    assertThat(log.kind()).isEqualTo(Kind.MASTER);
    assertThat(log.at())
        .containsEntry(Phase.APPLICATION, Resource.at("00:49:01.848"))
        .containsEntry(Phase.TERMINATING, Resource.at("00:49:25.696"));
  }

  @Test
  void shouldIgnoreLinesWithoutATime() {
    TaskLog log =
        TaskLog.parse(Stream.of("\tat org.example.Stack(Trace.java:1)", "", "12"), ZoneOffset.UTC);

    assertThat(log.at()).isEmpty();
    assertThat(log.kind()).isEqualTo(Kind.OTHER);
  }
}
