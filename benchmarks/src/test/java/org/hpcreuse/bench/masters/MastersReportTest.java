/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.masters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.hpcreuse.bench.samples.Entry;
import org.hpcreuse.bench.samples.MasterCase;
import org.hpcreuse.bench.samples.MasterCase.Waits;
import org.junit.jupiter.api.Test;

final class MastersReportTest {
  private static final MasterCase STOCK = new MasterCase(2, Waits.STOCK, 0);
  private static final MasterCase SLOTS = new MasterCase(2, Waits.SLOTS, 100);

  /** Two seconds in which two masters send five heartbeats. */
  private static final List<Entry> RUN =
      List.of(
          new MasterCase.Second(STOCK, 0, 10_000, 3_000, 1_000, 5_000),
          new MasterCase.Second(STOCK, 1, 10_100, 3_050, 1_050, 5_200),
          new MasterCase.Second(STOCK, 2, 10_500, 3_100, 1_100, 5_400),
          new MasterCase.Heartbeats(STOCK, 0, List.of(500, 1500), List.of(900, 1000)),
          new MasterCase.Heartbeats(
              STOCK, 1, List.of(999, 1000, 2000), List.of(1100, 1200, 80_000)));

  @Test
  void shouldAddUpTheHeartbeatsOfAllMasters() {
    CaseFigures figures = CaseFigures.all(RUN).get(0);

    assertThat(figures.seconds()).isEqualTo(2);
    assertThat(figures.heartbeats()).isEqualTo(2.5);
    assertThat(figures.mostHeartbeats()).isEqualTo(3);
    assertThat(figures.micros().count()).isEqualTo(5);
    assertThat(figures.micros().median()).isEqualTo(1100);
    assertThat(figures.micros().p99()).isEqualTo(80_000);
  }

  @Test
  void shouldTakeProcessorTimesFromTheirDifferences() {
    CaseFigures figures = CaseFigures.all(RUN).get(0);

    assertThat(figures.managerCores()).isEqualTo(0.25, within(1e-9));
    assertThat(figures.mostManagerCores()).isEqualTo(0.4, within(1e-9));
    assertThat(figures.mastersCores()).isEqualTo(0.05, within(1e-9));
    assertThat(figures.busy()).isEqualTo(0.25, within(1e-9));
  }

  @Test
  void shouldShowACaseALine() {
    String text = new MastersReport(RUN).text();

    assertThat(text).startsWith("2 ApplicationMasters wait for containers, 2 s a case.");
    assertThat(text.lines().toList().get(4).split(" *\\| *"))
        .containsExactly(
            "", "stock", "never", "3", "3", "1.100", "80.000", "80.000", "0.25", "0.40", "0.05",
            "25 %");
  }

  @Test
  void shouldLeaveOutACaseThatWasNotFinished() {
    List<Entry> entries = new ArrayList<>(RUN);
    entries.add(new MasterCase.Second(SLOTS, 0, 11_000, 4_000, 2_000, 6_000));
    entries.add(new MasterCase.Heartbeats(SLOTS, 0, List.of(), List.of()));

    assertThat(CaseFigures.all(entries)).hasSize(1);
  }

  @Test
  void shouldShowDashesForACaseWithoutHeartbeats() {
    MasterCase one = new MasterCase(1, Waits.SLOTS, 1000);
    List<Entry> entries =
        List.of(
            new MasterCase.Second(one, 0, 0, 0, 0, 0),
            new MasterCase.Second(one, 1, 0, 0, 0, 0),
            new MasterCase.Heartbeats(one, 0, List.of(), List.of()));

    assertThat(new MastersReport(entries).text())
        .containsPattern("slots +\\| 1000 ms +\\| +0 \\| +0 \\| +– \\|");
  }

  @Test
  void shouldSayThatNoCaseWasFinished() {
    assertThat(new MastersReport(List.of()).text()).isEqualTo("No case was finished.\n");
  }
}
