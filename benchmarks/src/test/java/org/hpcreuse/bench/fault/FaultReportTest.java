/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.hpcreuse.bench.samples.Entry;
import org.hpcreuse.bench.samples.FaultEnd;
import org.hpcreuse.bench.samples.FaultJob;
import org.hpcreuse.bench.samples.FaultJob.Outcome;
import org.junit.jupiter.api.Test;

final class FaultReportTest {
  private static final FaultEnd GOOD =
      new FaultEnd(FaultEnd.OF_ALL, true, "ok", List.of(), List.of());

  private static FaultJob job(String fault, Outcome outcome) {
    return job(1, fault, false, outcome);
  }

  private static FaultJob missed(int number, String fault) {
    return job(number, fault, true, Outcome.WELL);
  }

  private static FaultJob job(int number, String fault, boolean missed, Outcome outcome) {
    return new FaultJob(number, "wordcount", fault, missed, 2, outcome, 3_000, 5_000, "because");
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
    assertThat(
            found(well, new FaultEnd(FaultEnd.OF_ALL, false, "", List.of(), List.of("process 7"))))
        .containsExactly(
            "at the end: allReduce over the living slots is wrong", "at the end: process 7");
    assertThat(found(well, GOOD, new FaultEnd(1, true, "", List.of("container 3"), List.of())))
        .containsExactly("after strike 1 (slot kill): container 3");
    assertThat(found(well, FaultEnd.stopped(1, "waited in vain")))
        .containsExactly(
            "the campaign was not finished", "after strike 1 (slot kill): stopped: waited in vain");
    assertThat(found(well, job("slot stop", Outcome.ON_PURPOSE), GOOD))
        .containsExactly("no job with slot stop in it ended well");
  }

  @Test
  void shouldCountNoStrikeThatMissed() {
    List<Entry> entries = new ArrayList<>(List.of(GOOD, job("slot kill", Outcome.FAILED)));
    entries.add(job("slot kill", Outcome.WELL));
    for (int i = 0; i < 20; i++) {
      entries.add(missed(1, "slot kill"));
    }
    FaultReport report = new FaultReport(entries);
    assertThat(report.faultsFound()).containsExactly("1 of 2 jobs ended well, fewer than 90 %");
    assertThat(columns(report, "slot kill")).startsWith("slot kill", "1", "20", "2", "1");
  }

  @Test
  void shouldFindAKindThatHasAlwaysMissed() {
    assertThat(found(job("slot kill", Outcome.WELL), missed(2, "gang pause"), GOOD))
        .containsExactly("no job with gang pause in it ended well");
  }

  @Test
  void shouldTellForEachKindWhatItHasDone() {
    FaultReport report =
        new FaultReport(
            List.of(
                job(1, "slot kill", false, Outcome.WELL),
                job(2, "slot kill", false, Outcome.FAILED),
                job(3, "slot kill", false, Outcome.HUNG),
                job(4, "slot kill", false, Outcome.WRONG),
                missed(5, "slot kill"),
                new FaultEnd(2, true, "", List.of("container 1", "container 2"), List.of()),
                new FaultEnd(4, true, "", List.of(), List.of("process 7", "process 8"))));

    assertThat(columns(report, "fault"))
        .containsSubsequence("struck", "missed", "wrong", "lost", "hung", "doubled", "left");
    assertThat(columns(report, "slot kill"))
        .containsExactly(
            "slot kill",
            "4",
            "1",
            "4",
            "1",
            "0",
            "1",
            "1",
            "1",
            "2",
            "1",
            "3.000",
            "5.000",
            "5.000");
  }

  private static List<String> columns(FaultReport report, String first) {
    String row =
        report.text().lines().filter(line -> line.startsWith("| " + first)).findFirst().get();
    return Stream.of(row.split("\\|", -1)).map(String::strip).filter(c -> !c.isEmpty()).toList();
  }

  @Test
  void shouldTellHowManyStrikesAreDone() {
    assertThat(new FaultReport(List.of()).struck()).isZero();
    assertThat(
            new FaultReport(
                    List.of(
                        job("slot kill", Outcome.WELL),
                        job(7, "slot kill", false, Outcome.WELL),
                        missed(8, "slot kill")))
                .struck())
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
