/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.gangs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.hpcreuse.bench.cluster.SlotFigures;
import org.hpcreuse.bench.samples.Entry;
import org.hpcreuse.bench.samples.GangEnd;
import org.hpcreuse.bench.samples.GangEnd.Kind;
import org.hpcreuse.bench.samples.SlotReading;
import org.junit.jupiter.api.Test;

final class GangsReportTest {
  @Test
  void shouldBeGoodWhenAllWasRightAndNothingHasGrown() {
    GangsReport report =
        new GangsReport(
            List.of(
                reading(5, 0),
                end(1, Kind.MIXED, true),
                end(2, Kind.MIXED, true),
                end(1, Kind.JOB, true),
                reading(5, 0),
                end(3, Kind.RECV, true),
                end(4, Kind.AFTER, true)));

    assertThat(report.isGood()).isTrue();
    assertThat(report.text())
        .contains("- communicators, before the first gang", "no more in any of 1 slots")
        .containsPattern("\\| recv +\\| +1 \\| +1 \\| +3.000 \\|.*\\| +0.400 \\| +0.400 \\| +1 \\|")
        .containsPattern("\\| mixed +\\| +2 \\| +2 \\| +3.000 \\|.*– \\|");
  }

  @Test
  void shouldNameWhatWasWrong() {
    GangsReport report = new GangsReport(List.of(end(7, Kind.MIXED, false)));

    assertThat(report.isGood()).isFalse();
    assertThat(report.text()).contains("- MIXED 7: it went wrong");
  }

  @Test
  void shouldNameSlotsThatHaveMoreThanBefore() {
    List<Entry> communicators = List.of(reading(5, 0), end(1, Kind.MIXED, true), reading(6, 0));
    List<Entry> objects = List.of(reading(5, 0), end(1, Kind.MIXED, true), reading(5, 2));

    assertThat(new GangsReport(communicators).isGood()).isFalse();
    assertThat(new GangsReport(communicators).text()).contains("slot 0 has 1 more");
    assertThat(new GangsReport(objects).isGood()).isFalse();
    assertThat(new GangsReport(objects).text()).contains("slot 0 has 2 more");
    assertThat(new GangsReport(List.of()).isGood()).isFalse();
  }

  @Test
  void shouldNameSlotsWhoseProcessIsAnotherOne() {
    SlotReading other = new SlotReading("after", 0, true, List.of());
    GangsReport report = new GangsReport(List.of(reading(5, 0), end(1, Kind.MIXED, true), other));

    assertThat(report.isGood()).isFalse();
    assertThat(report.text()).contains("slot 0 has lost its process");
  }

  private static GangEnd end(int number, Kind kind, boolean right) {
    return new GangEnd(number, kind, 2, right, 3000, 400, 1, right ? "" : "it went wrong");
  }

  private static SlotReading reading(long communicators, long objects) {
    Map<String, Long> figures =
        Map.of(SlotFigures.MPI_COMMUNICATORS, communicators, SlotFigures.MPI_OBJECTS, objects);
    return new SlotReading(
        "mixed", 0, true, List.of(new SlotFigures(0, 42, 9, -1, figures, List.of())));
  }
}
