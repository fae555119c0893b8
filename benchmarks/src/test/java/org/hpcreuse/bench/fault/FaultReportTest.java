/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.hpcreuse.bench.samples.Entry;
import org.hpcreuse.bench.samples.FaultEnd;
import org.hpcreuse.bench.samples.FaultJob;
import org.hpcreuse.bench.samples.FaultJob.Outcome;
import org.junit.jupiter.api.Test;

final class FaultReportTest {
  private static final FaultEnd GOOD = new FaultEnd(true, "ok", List.of());

  private static FaultJob job(String fault, Outcome outcome) {
    return new FaultJob(1, "wordcount", fault, 2, outcome, 3_000, 5_000, "because");
  }

  private static List<String> found(Entry... entries) {
    return new FaultReport(List.of(entries)).faultsFound();
  }

  @Test
  void shouldBeContentWhenAllIsAsItMustBe() {
    FaultReport report =
        new FaultReport(
            List.of(
                job("slot kill", Outcome.WELL),
                job("application kill", Outcome.ON_PURPOSE),
                job("application kill", Outcome.WELL),
                GOOD));

    assertThat(report.faultsFound()).isEmpty();
    assertThat(report.text()).contains("| slot kill ", "3.000", "5.000", "all as it must be");
  }

  @Test
  void shouldFindEachThingThatIsWrong() {
    FaultJob well = job("slot kill", Outcome.WELL);
    assertThat(found(GOOD)).containsExactly("nothing has been struck");
    assertThat(found(well)).containsExactly("the campaign was not finished");
    assertThat(found(well, well, job("slot kill", Outcome.HUNG), GOOD)).contains("1 jobs hung");
    assertThat(found(well, new FaultEnd(false, "", List.of("process 7"))))
        .containsExactly("allReduce over the living slots is wrong", "left behind: process 7");
    assertThat(found(well, job("slot stop", Outcome.ON_PURPOSE), GOOD))
        .containsExactly("no job with slot stop in it ended well");
  }

  @Test
  void shouldCountNoJobThatWasOverBeforeItCouldBeStruck() {
    List<Entry> entries = new ArrayList<>(List.of(GOOD, job("slot kill", Outcome.FAILED)));
    entries.add(job("slot kill", Outcome.WELL));
    for (int i = 0; i < 20; i++) {
      entries.add(job("", Outcome.WELL));
    }
    assertThat(new FaultReport(entries).faultsFound())
        .containsExactly("1 of 2 jobs ended well, fewer than 90 %");
  }

  @Test
  void shouldTellHowManyStrikesAreDone() {
    FaultJob last = new FaultJob(7, "terasort", "slot kill", 2, Outcome.WELL, 1, 1, "");
    FaultJob over = new FaultJob(8, "terasort", "", 2, Outcome.WELL, 1, 1, "");
    assertThat(new FaultReport(List.of()).struck()).isZero();
    assertThat(new FaultReport(List.of(job("slot kill", Outcome.WELL), last, over)).struck())
        .isEqualTo(7);
  }

  @Test
  void shouldAllowOneJobOfTenToFailAndNoneToBeWrong() {
    List<Entry> entries = new ArrayList<>(List.of(GOOD, job("slot kill", Outcome.FAILED)));
    for (int i = 0; i < 8; i++) {
      entries.add(job("slot kill", Outcome.WELL));
    }
    assertThat(new FaultReport(entries).faultsFound())
        .containsExactly("8 of 9 jobs ended well, fewer than 90 %");
    entries.add(job("slot kill", Outcome.WELL));
    assertThat(new FaultReport(entries).faultsFound()).isEmpty();
    entries.add(job("slot kill", Outcome.WELL));
    entries.add(job("slot kill", Outcome.WRONG));
    assertThat(new FaultReport(entries).faultsFound())
        .contains("1 jobs ended well with another output than undisturbed");
  }
}
