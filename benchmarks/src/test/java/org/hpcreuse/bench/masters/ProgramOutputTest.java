/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.masters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.hpcreuse.bench.process.MachineTime;
import org.hpcreuse.bench.samples.Entry;
import org.hpcreuse.bench.samples.MasterCase;
import org.hpcreuse.bench.samples.MasterCase.Waits;
import org.junit.jupiter.api.Test;

final class ProgramOutputTest {
  private static final MasterCase SLOTS = new MasterCase(2, Waits.SLOTS, 100);

  private final List<Entry> entries = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final ProgramOutput.Meter meter =
      new ProgramOutput.Meter() {
        private long reads;

        @Override
        public long managerMs() {
          return ++reads * 1000;
        }

        @Override
        public MachineTime machine() {
          return new MachineTime(10, 100);
        }
      };
  private final ProgramOutput.Reader reader =
      new ProgramOutput.Reader() {
        @Override
        public void add(Entry entry) {
          entries.add(entry);
        }

        @Override
        public void begun(MasterCase of) {
          notes.add(of.word() + " begins");
        }

        @Override
        public void note(String text) {
          notes.add(text);
        }
      };

  private void read(String lines) throws IOException {
    new ProgramOutput(MastersRun.cases(2), meter, reader)
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

    assertThat(notes).containsExactly("2 masters wait", "slots:100 begins");
    assertThat(entries)
        .containsExactly(
            new MasterCase.Second(SLOTS, 0, 1000, 500, 10, 100),
            new MasterCase.Second(SLOTS, 1, 2000, 700, 10, 100),
            new MasterCase.Heartbeats(SLOTS, 0, List.of(20, 1020), List.of(1500, 900)),
            new MasterCase.Heartbeats(SLOTS, 1, List.of(), List.of()));
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
}
