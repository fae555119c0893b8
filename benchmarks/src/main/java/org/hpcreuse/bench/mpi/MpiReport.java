/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.mpi;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.hpcreuse.bench.report.statistics.Median;
import org.hpcreuse.bench.report.table.Seconds;
import org.hpcreuse.bench.report.table.Table;
import org.hpcreuse.bench.samples.Entry;
import org.hpcreuse.bench.samples.MpiRun;
import org.hpcreuse.bench.samples.MpiRun.Starter;

/** The table of a run: what each starter took, side by side. */
public final class MpiReport {
  private static final double NANOS_PER_MS = 1e6;
  private static final double NANOS_PER_MICRO = 1e3;

  /** What is compared: the same figure of the same program, by starter. */
  private record Subject(String program, int ranks, String figure) {}

  private final Map<Subject, Map<Starter, List<Long>>> subjects = new LinkedHashMap<>();
  private final boolean messages;

  /**
   * Reports on the lines of a run.
   *
   * @param bench what ran
   */
  public MpiReport(MpiBench bench, List<Entry> entries) {
    messages = bench == MpiBench.PINGPONG;
    for (Entry entry : entries) {
      if (entry instanceof MpiRun run) {
        run.nanos()
            .forEach(
                (figure, nanos) ->
                    subjects
                        .computeIfAbsent(
                            new Subject(run.program(), run.ranks(), figure),
                            subject -> new EnumMap<>(Starter.class))
                        .computeIfAbsent(run.starter(), starter -> new ArrayList<>())
                        .add(nanos));
      }
    }
  }

  /** The table and what its columns mean; a sentence when nothing has run. */
  public String text() {
    if (subjects.isEmpty()) {
      return "Nothing was measured.\n";
    }
    return messages ? messages() : spans();
  }

  private String spans() {
    Table table =
        new Table(
            4,
            "program",
            "ranks",
            "what",
            "starter",
            "n",
            "median",
            "95 % interval",
            "min",
            "max",
            "gang / this");
    subjects.forEach(
        (subject, byStarter) -> {
          double gang = median(byStarter.get(Starter.GANG));
          byStarter.forEach(
              (starter, nanos) -> {
                Median median = Median.of(nanos);
                table.add(
                    subject.program(),
                    Integer.toString(subject.ranks()),
                    subject.figure(),
                    starter.toString(),
                    Integer.toString(median.count()),
                    ms(median.value()),
                    ms(median.low()) + "–" + ms(median.high()),
                    ms(nanos.stream().min(Long::compare).orElseThrow()),
                    ms(nanos.stream().max(Long::compare).orElseThrow()),
                    Seconds.ratio(gang / median.value()));
              });
        });
    return "Milliseconds. command: it was given, or the resident rank was to begin. master: the"
        + " ApplicationMaster had registered. places: YARN had given all containers, or"
        + " MPI_Comm_spawn was called. all in main: the last rank's main() began; of a gang, MPI is"
        + " there by then. all can talk: the last rank came out of the first barrier.\n\n"
        + table;
  }

  private String messages() {
    Table table =
        new Table(
            1,
            "program",
            "bytes",
            "gang",
            "95 % interval",
            "mpirun",
            "95 % interval",
            "difference",
            "gang / mpirun");
    subjects.forEach(
        (subject, byStarter) -> {
          double gang = median(byStarter.get(Starter.GANG));
          double mpirun = median(byStarter.get(Starter.MPIRUN));
          table.add(
              subject.program(),
              subject.figure(),
              micros(gang),
              interval(byStarter.get(Starter.GANG)),
              micros(mpirun),
              interval(byStarter.get(Starter.MPIRUN)),
              micros(gang - mpirun),
              Seconds.ratio(gang / mpirun));
        });
    return "Microseconds one way: medians over the runs, each of which gives a median.\n\n" + table;
  }

  private static double median(List<Long> nanos) {
    return nanos == null ? Double.NaN : Median.of(nanos).value();
  }

  private static String interval(List<Long> nanos) {
    if (nanos == null) {
      return "–";
    }
    Median median = Median.of(nanos);
    return micros((double) median.low()) + "–" + micros((double) median.high());
  }

  private static String ms(long nanos) {
    return String.format(Locale.ROOT, "%.1f", nanos / NANOS_PER_MS);
  }

  private static String micros(double nanos) {
    return Double.isNaN(nanos) ? "–" : String.format(Locale.ROOT, "%.2f", nanos / NANOS_PER_MICRO);
  }
}
