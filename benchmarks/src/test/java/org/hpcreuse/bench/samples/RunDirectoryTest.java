/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.Job;
import org.hpcreuse.bench.phase.ContainerTimes;
import org.hpcreuse.bench.phase.Kind;
import org.hpcreuse.bench.phase.Phase;
import org.hpcreuse.bench.process.Host;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunDirectoryTest {
  private static final Header HEADER =
      new Header(
          Header.FORMAT,
          "2026-01-01T00:00:00Z",
          new Host("abc", "cpu", 2, 1024, "Linux", "17"),
          new RunOptions(
              "pi", 5, List.of(Arm.FORK, Arm.REUSE), 1, 1000, List.of("128m"), 5, List.of()));
  private static final ClusterStart START =
      new ClusterStart(Arm.REUSE, "3.5.0", 15_000, 6, 165_000, 600);
  private static final Sample SAMPLE =
      new Sample(
          "pi",
          Arm.REUSE,
          0,
          1,
          2,
          List.of(new Job("application_1_1", "π", "SUCCEEDED", 7, 3)),
          List.of(
              new ContainerTimes(
                  "container_1", Kind.MAP, "reuse", "", 2, Map.of(Phase.REQUEST, 4L))),
          Map.of("pi", "3.2"),
          Map.of("client", 870L));

  @TempDir Path dir;

  @Test
  void shouldReadBackWhatWasAppended() throws IOException {
    RunDirectory directory = new RunDirectory(dir.resolve("run"));
    directory.append(HEADER);
    directory.append(START);
    directory.append(SAMPLE);

    List<Entry> entries = directory.read();

    assertThat(entries.subList(0, 2)).containsExactly(HEADER, START);
    assertThat(RunDirectory.header(entries)).contains(HEADER);
    assertThat(RunDirectory.samples(entries)).hasSize(1);
    assertThat(RunDirectory.samples(entries).get(0).containers().get(0).at())
        .containsExactly(Map.entry(Phase.REQUEST, 4L));
    assertThat(Files.readString(directory.samples()))
        .contains("\"type\":\"sample\"", "\"arm\":\"reuse\"", "\"kind\":\"map\"", "\"request\":4");
  }

  @Test
  void shouldReadBackTheHeartbeatsOfMasters() throws IOException {
    RunDirectory directory = new RunDirectory(dir);
    MasterCase of = new MasterCase(100, MasterCase.Waits.SLOTS, 100);
    MasterCase.Second second = new MasterCase.Second(of, 1, 2, 3, 4, 5);
    MasterCase.Heartbeats heartbeats =
        new MasterCase.Heartbeats(of, 7, List.of(20, 40), List.of(900, 800));
    directory.append(second);
    directory.append(heartbeats);

    assertThat(directory.read()).containsExactly(second, heartbeats);
    assertThat(Files.readString(directory.samples()))
        .contains("\"of\":{\"masters\":100,\"waits\":\"slots\",\"newsMs\":100}");
  }

  @Test
  void shouldRemoveALineThatAStopHasCutOff() throws IOException {
    RunDirectory directory = new RunDirectory(dir);
    directory.append(HEADER);
    Files.writeString(directory.samples(), "{\"type\":\"sam", StandardOpenOption.APPEND);

    assertThat(directory.read()).containsExactly(HEADER);
    directory.append(SAMPLE);

    assertThat(RunDirectory.samples(directory.read())).hasSize(1);
  }

  @Test
  void shouldNameTheLineThatCannotBeRead() throws IOException {
    RunDirectory directory = new RunDirectory(dir);
    directory.append(HEADER);
    Files.writeString(directory.samples(), "{\"type\":1}\n", StandardOpenOption.APPEND);

    assertThatThrownBy(directory::read)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("samples.jsonl line 2");
  }
}
