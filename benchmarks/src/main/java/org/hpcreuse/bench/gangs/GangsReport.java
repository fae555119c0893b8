/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.gangs;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.hpcreuse.bench.cluster.SlotFigures;
import org.hpcreuse.bench.report.statistics.Distribution;
import org.hpcreuse.bench.report.table.Seconds;
import org.hpcreuse.bench.report.table.Table;
import org.hpcreuse.bench.samples.Entry;
import org.hpcreuse.bench.samples.GangEnd;
import org.hpcreuse.bench.samples.GangEnd.Kind;
import org.hpcreuse.bench.samples.SlotReading;

/** What a run of gangs has shown. */
public final class GangsReport {
  private final List<GangEnd> ends;

  /** The slots before the first gang, and after the last one before a rank was killed. */
  private final List<SlotReading> readings;

  /** Reports on the lines of a run. */
  public GangsReport(List<Entry> entries) {
    ends = of(GangEnd.class, entries);
    readings = of(SlotReading.class, entries);
  }

  private static <T> List<T> of(Class<T> type, List<Entry> entries) {
    return entries.stream().filter(type::isInstance).map(type::cast).toList();
  }

  /** Whether all was right, and nothing grew while no rank was killed. */
  public boolean isGood() {
    return !ends.isEmpty()
        && ends.stream().allMatch(GangEnd::right)
        && growth(SlotFigures.MPI_COMMUNICATORS).isEmpty()
        && growth(SlotFigures.MPI_OBJECTS).isEmpty();
  }

  /** The table, and what was wrong. */
  public String text() {
    Table table =
        new Table(
            1,
            "what",
            "number",
            "right",
            "median",
            "p95",
            "longest",
            "to leave",
            "longest",
            "ranks lost");
    for (Kind kind : Kind.values()) {
      List<GangEnd> of = ends.stream().filter(end -> end.kind() == kind).toList();
      if (!of.isEmpty()) {
        table.add(row(kind, of));
      }
    }
    StringBuilder text =
        new StringBuilder(
            "Seconds of the command. To leave: from the death of a rank to the end of the command."
                + " Ranks lost: living ranks that the pool had less after it, all together.\n\n");
    text.append(table).append('\n');
    ends.stream()
        .filter(end -> !end.right())
        .forEach(end -> line(text, "- %s %d: %s", end.kind(), end.number(), end.detail()));
    compare(text, "communicators", SlotFigures.MPI_COMMUNICATORS);
    compare(text, "MPI objects of past containers", SlotFigures.MPI_OBJECTS);
    return text.toString();
  }

  private static String[] row(Kind kind, List<GangEnd> of) {
    Distribution wall = Distribution.of(of.stream().map(GangEnd::wallMs).toList());
    Distribution leave = Distribution.of(of.stream().map(GangEnd::leaveMs).toList());
    boolean killed = kind == Kind.RECV || kind == Kind.ALL_REDUCE;
    return new String[] {
      kind.name().toLowerCase(Locale.ROOT).replace('_', ' '),
      Integer.toString(of.size()),
      Long.toString(of.stream().filter(GangEnd::right).count()),
      Seconds.of(wall.median()),
      Seconds.of(wall.p95()),
      Seconds.of(wall.max()),
      killed ? Seconds.of(leave.median()) : "–",
      killed ? Seconds.of(leave.max()) : "–",
      killed ? Long.toString(of.stream().mapToLong(GangEnd::ranksLost).sum()) : "–"
    };
  }

  private void compare(StringBuilder text, String what, String figure) {
    if (readings.size() > 1) {
      String growth = growth(figure);
      line(
          text,
          "- %s, before the first gang and when no rank had been killed yet: %s",
          what,
          growth.isEmpty()
              ? "no more in any of " + readings.get(0).slots().size() + " slots"
              : growth);
    }
  }

  /** The slots that have more of something after the gangs than before, and how many each. */
  private String growth(String figure) {
    List<String> grown = new ArrayList<>();
    if (readings.size() > 1) {
      for (SlotFigures before : readings.get(0).slots()) {
        Optional<SlotFigures> after =
            last().slots().stream().filter(slot -> slot.pid() == before.pid()).findFirst();
        if (after.isEmpty()) {
          grown.add("slot " + before.slot() + " has lost its process");
        } else if (count(after.get(), figure) > count(before, figure)) {
          long more = count(after.get(), figure) - count(before, figure);
          grown.add("slot " + before.slot() + " has " + more + " more");
        }
      }
    }
    return String.join(", ", grown);
  }

  private static long count(SlotFigures slot, String figure) {
    return slot.figures().getOrDefault(figure, 0L);
  }

  private SlotReading last() {
    return readings.get(readings.size() - 1);
  }

  private static void line(StringBuilder text, String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
