/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.masters;

import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import org.hpcreuse.bench.report.statistics.Distribution;
import org.hpcreuse.bench.report.table.Seconds;
import org.hpcreuse.bench.report.table.Table;
import org.hpcreuse.bench.samples.Entry;
import org.hpcreuse.bench.samples.MasterCase;

/** The table of a run: what the heartbeats of each case cost the ResourceManager. */
public final class MastersReport {
  private static final double PERCENT = 100;

  private final List<CaseFigures> cases;

  /** Reports on the lines of a run. */
  public MastersReport(List<Entry> entries) {
    cases = CaseFigures.all(entries);
  }

  /** The table and what its columns mean; a sentence when no case was finished. */
  public String text() {
    if (cases.isEmpty()) {
      return "No case was finished.\n";
    }
    Table table =
        new Table(
            2,
            "wait",
            "news each",
            "heartbeats/s",
            "most in 1 s",
            "median",
            "p99",
            "longest",
            "RM cores",
            "most in 1 s",
            "program cores",
            "machine busy");
    cases.forEach(figures -> table.add(row(figures)));
    return String.format(
            Locale.ROOT,
            "%d ApplicationMasters wait for containers, %d s a case. Answers to heartbeats: ms."
                + " Cores: processor seconds a second, of the ResourceManager (RM) and of the"
                + " program with the ApplicationMasters.\n\n",
            cases.get(0).of().masters(),
            cases.get(0).seconds())
        + table;
  }

  private static String[] row(CaseFigures figures) {
    MasterCase of = figures.of();
    return new String[] {
      of.waits().toString(),
      of.newsMs() == 0 ? "never" : of.newsMs() + " ms",
      String.format(Locale.ROOT, "%.0f", figures.heartbeats()),
      Long.toString(figures.mostHeartbeats()),
      ms(figures.micros(), Distribution::median),
      ms(figures.micros(), Distribution::p99),
      ms(figures.micros(), Distribution::max),
      Seconds.ratio(figures.managerCores()),
      Seconds.ratio(figures.mostManagerCores()),
      Seconds.ratio(figures.mastersCores()),
      String.format(Locale.ROOT, "%.0f %%", figures.busy() * PERCENT)
    };
  }

  /** Microseconds as milliseconds. */
  private static String ms(Distribution micros, ToLongFunction<Distribution> figure) {
    return micros == null ? "–" : Seconds.of(figure.applyAsLong(micros));
  }
}
