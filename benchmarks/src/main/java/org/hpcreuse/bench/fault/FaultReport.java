/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.fault;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.hpcreuse.bench.report.statistics.Distribution;
import org.hpcreuse.bench.report.table.Seconds;
import org.hpcreuse.bench.report.table.Table;
import org.hpcreuse.bench.samples.Entry;
import org.hpcreuse.bench.samples.FaultEnd;
import org.hpcreuse.bench.samples.FaultJob;
import org.hpcreuse.bench.samples.FaultJob.Outcome;

/**
 * What a campaign has shown: faults by outcome, and what is not as it must be. A fault that missed
 * is counted as missed, and the job that it was meant for as one that was not struck.
 */
public final class FaultReport {
  /**
   * Of the jobs that were struck, but not killed on purpose, so many of a hundred must end well.
   */
  static final int WELL_PERCENT = 90;

  private static final int PERCENT = 100;

  private final List<FaultJob> jobs;
  private final List<FaultEnd> ends;

  /** Reports on the lines of a run. */
  public FaultReport(List<Entry> entries) {
    jobs = entries.stream().filter(FaultJob.class::isInstance).map(FaultJob.class::cast).toList();
    ends = entries.stream().filter(FaultEnd.class::isInstance).map(FaultEnd.class::cast).toList();
  }

  /** How many strikes there have been: the number of the last one that has not missed. */
  public int struck() {
    return jobs.stream().filter(job -> !job.missed()).mapToInt(FaultJob::number).max().orElse(0);
  }

  /** The table and the verdict. */
  public String text() {
    Table table =
        new Table(
            1,
            "fault",
            "struck",
            "missed",
            "jobs",
            "well",
            "on purpose",
            "wrong",
            "lost",
            "hung",
            "doubled",
            "left",
            "job",
            "whole after",
            "at most");
    Map<String, List<FaultJob>> faults = new TreeMap<>();
    jobs.forEach(job -> faults.computeIfAbsent(job.fault(), f -> new ArrayList<>()).add(job));
    faults.forEach((fault, of) -> table.add(row(fault, of)));
    table.add(row("all", jobs));
    StringBuilder text =
        new StringBuilder(
            "Strikes by kind; the struck jobs by outcome, lost are those that failed; containers"
                + " that ran doubled; strikes that left something; medians, seconds.\n\n");
    text.append(table).append('\n');
    for (FaultJob job : jobs) {
      if (job.outcome() != Outcome.WELL && job.outcome() != Outcome.ON_PURPOSE) {
        line(
            text,
            "- %d, %s, %s%s: %s: %s",
            job.number(),
            job.workload(),
            job.fault(),
            job.missed() ? " (missed)" : "",
            job.outcome(),
            job.detail().lines().findFirst().orElse(""));
      }
    }
    ends.forEach(
        end -> line(text, "- %s, allReduce over the living slots: %s", at(end), end.mpi()));
    List<String> faultsFound = faultsFound();
    faultsFound.forEach(found -> line(text, "- NOT AS IT MUST BE: %s", found));
    if (faultsFound.isEmpty()) {
      line(text, "- all as it must be");
    }
    return text.toString();
  }

  private String at(FaultEnd end) {
    return end.number() == FaultEnd.OF_ALL
        ? "at the end"
        : "after strike "
            + end.number()
            + jobs.stream()
                .filter(job -> job.number() == end.number())
                .findFirst()
                .map(job -> " (" + job.fault() + ")")
                .orElse("");
  }

  private String[] row(String fault, List<FaultJob> all) {
    List<FaultJob> of = all.stream().filter(job -> !job.missed()).toList();
    Set<Integer> numbers = of.stream().map(FaultJob::number).collect(Collectors.toSet());
    List<Long> whole = of.stream().map(FaultJob::recoveryMs).filter(ms -> ms > 0).toList();
    List<Long> job =
        of.stream().filter(j -> j.outcome() == Outcome.WELL).map(FaultJob::wallMs).toList();
    List<FaultEnd> after = ends.stream().filter(end -> numbers.contains(end.number())).toList();
    return new String[] {
      fault,
      Integer.toString(numbers.size()),
      Integer.toString(all.size() - of.size()),
      Integer.toString(of.size()),
      count(of, Outcome.WELL),
      count(of, Outcome.ON_PURPOSE),
      count(of, Outcome.WRONG),
      count(of, Outcome.FAILED),
      count(of, Outcome.HUNG),
      Integer.toString(after.stream().mapToInt(end -> end.doubled().size()).sum()),
      Long.toString(after.stream().filter(end -> !end.left().isEmpty()).count()),
      seconds(job, Distribution::median),
      seconds(whole, Distribution::median),
      seconds(whole, Distribution::max)
    };
  }

  private static String seconds(List<Long> times, ToLongFunction<Distribution> figure) {
    return times.isEmpty() ? "–" : Seconds.of(figure.applyAsLong(Distribution.of(times)));
  }

  private static String count(List<FaultJob> of, Outcome outcome) {
    return Long.toString(of.stream().filter(job -> job.outcome() == outcome).count());
  }

  /** What is not as it must be; empty when the campaign has been passed. */
  public List<String> faultsFound() {
    List<String> found = new ArrayList<>();
    long wrong = jobs.stream().filter(job -> job.outcome() == Outcome.WRONG).count();
    if (wrong > 0) {
      found.add(wrong + " jobs ended well with another output than undisturbed");
    }
    long hung = jobs.stream().filter(job -> job.outcome() == Outcome.HUNG).count();
    if (hung > 0) {
      found.add(hung + " jobs hung");
    }
    List<FaultJob> others =
        jobs.stream().filter(job -> !job.missed() && job.outcome() != Outcome.ON_PURPOSE).toList();
    long well = others.stream().filter(job -> job.outcome() == Outcome.WELL).count();
    if (well * PERCENT < others.size() * (long) WELL_PERCENT) {
      found.add(
          well + " of " + others.size() + " jobs ended well, fewer than " + WELL_PERCENT + " %");
    }
    jobs.stream()
        .map(FaultJob::fault)
        .distinct()
        .filter(fault -> others.stream().noneMatch(job -> isWell(job, fault)))
        .forEach(fault -> found.add("no job with " + fault + " in it ended well"));
    jobs.stream()
        .filter(job -> job.missed() && job.outcome() == Outcome.FAILED)
        .forEach(job -> found.add(job.workload() + " failed without a strike: " + job.number()));
    if (jobs.isEmpty()) {
      found.add("nothing has been struck");
    }
    if (ends.stream().noneMatch(end -> end.number() == FaultEnd.OF_ALL)) {
      found.add("the campaign was not finished");
    }
    for (FaultEnd end : ends) {
      if (!end.mpiOk()) {
        found.add(at(end) + ": allReduce over the living slots is wrong");
      }
      end.doubled().forEach(doubled -> found.add(at(end) + ": " + doubled));
      end.left().forEach(left -> found.add(at(end) + ": " + left));
    }
    return found;
  }

  private static boolean isWell(FaultJob job, String fault) {
    return job.fault().equals(fault) && job.outcome() == Outcome.WELL;
  }

  private static void line(StringBuilder text, String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
