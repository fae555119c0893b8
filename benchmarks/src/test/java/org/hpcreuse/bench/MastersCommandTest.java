/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.hpcreuse.bench.cluster.MachineTime;
import org.hpcreuse.bench.run.Entry;
import org.hpcreuse.bench.run.Entry.MasterCase;
import org.hpcreuse.bench.run.Progress;
import org.junit.jupiter.api.Test;

final class MastersCommandTest {
  private static final MasterCase SLOTS = new MasterCase(2, "slots", 100);

  private final List<Entry> entries = new ArrayList<>();
  private final StringWriter notes = new StringWriter();
  private long reads;

  private void read(String lines) throws IOException {
    MastersCommand.Meter meter =
        () -> new MastersCommand.Used(++reads * 1000, new MachineTime(10, 100));
    Progress progress = new Progress(new PrintWriter(notes), "masters", 1);
    new MastersCommand.ProgramOutput(MastersCommand.cases(2), meter, entries::add, progress)
        .read(new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void shouldMakeSamplesOfLines() throws Exception {
    read(
        """
        note 2 masters wait
        second slots:100 0 500
        second slots:100 1 700
        heartbeats slots:100 0 20:1500 1020:900
        heartbeats slots:100 1
        """);

    assertThat(notes.toString().lines())
        .containsExactly("2 masters wait", "[1/1, 0 s] wait as in slots, news each 100 ms");
    assertThat(entries)
        .containsExactly(
            new Entry.MasterSecond(SLOTS, 0, 1000, 500, 10, 100),
            new Entry.MasterSecond(SLOTS, 1, 2000, 700, 10, 100),
            new Entry.MasterHeartbeats(SLOTS, 0, List.of(20, 1020), List.of(1500, 900)),
            new Entry.MasterHeartbeats(SLOTS, 1, List.of(), List.of()));
  }

  @Test
  void shouldQuoteALineThatIsNotUnderstood() {
    for (String line :
        List.of(
            "hello",
            "second slots:100",
            "second slots:7 0 500",
            "second slots:100 soon 500",
            "heartbeats slots:100 0 20-1500")) {
      assertThatThrownBy(() -> read(line + "\n"))
          .isInstanceOf(IOException.class)
          .hasMessageEndingWith("printed: " + line);
    }
  }

  @Test
  void shouldRunEachWaitWithoutNewsAndWithNewsAtTwoRates() {
    assertThat(MastersCommand.cases(2).stream().map(MasterCase::word))
        .containsExactly(
            "stock:0", "stock:1000", "stock:100", "slots:0", "slots:1000", "slots:100");
  }

  @Test
  void shouldGiveAllApplicationMastersTheirShareOfTheCluster() {
    assertThat(MastersCommand.upOptions(100, List.of()))
        .startsWith("--slots", "2x128")
        .contains("yarn.scheduler.capacity.maximum-am-resource-percent=102");
  }

  @Test
  void shouldTakeTheUsersSlotsAndAddTheUsersProperties() {
    assertThat(MastersCommand.upOptions(100, List.of("--slots", "8x256", "--conf", "a=b")))
        .doesNotContain("2x128")
        .contains("yarn.scheduler.capacity.maximum-am-resource-percent=102")
        .endsWith("--slots", "8x256", "--conf", "a=b");
  }
}
