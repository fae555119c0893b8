/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.report.slots;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.hpcreuse.bench.cluster.SlotFigures;
import org.hpcreuse.bench.report.statistics.LeastSquares;
import org.hpcreuse.bench.report.table.Table;
import org.hpcreuse.bench.samples.Entry;
import org.hpcreuse.bench.samples.SlotAudit;

/** How the figures of each slot's process went, container after container. */
public final class SlotGrowth {
  /** Until then a slot still loads what jobs of this kind need. */
  private static final int WARM = 100;

  private final Map<String, List<SlotFigures>> byProcess = new LinkedHashMap<>();

  /** Takes the audits of a run. */
  public SlotGrowth(List<Entry> entries) {
    for (Entry entry : entries) {
      if (entry instanceof SlotAudit audit) {
        for (SlotFigures slot : audit.slots()) {
          if (slot.residue() >= 0) {
            byProcess
                .computeIfAbsent(slot.slot() + " (pid " + slot.pid() + ")", s -> new ArrayList<>())
                .add(slot);
          }
        }
      }
    }
  }

  /**
   * First and last value and the slope of a straight line through all from the hundredth container
   * on (least squares), or nothing without audits.
   */
  public String table() {
    if (byProcess.isEmpty()) {
      return "";
    }
    Table table =
        new Table(2, "slot", "figure", "containers", "first", "after 100", "last", "per container");
    byProcess.forEach(
        (slot, audits) ->
            audits.get(0).figures().keySet().forEach(name -> add(table, slot, name, audits)));
    return "Slots after every job, from the first audit to the last.\n\n"
        + table
        + "\nRows of residue in all audits together: "
        + residue()
        + "\n\n"
        + rows();
  }

  /** Each different row once. */
  private String rows() {
    List<String> rows =
        byProcess.values().stream()
            .flatMap(List::stream)
            .flatMap(audit -> audit.rows().stream())
            .distinct()
            .map(row -> "- " + row + "\n")
            .toList();
    return rows.isEmpty() ? "" : String.join("", rows) + "\n";
  }

  /** Rows that no rule allows, in all audits together. */
  public int residue() {
    return byProcess.values().stream().flatMap(List::stream).mapToInt(SlotFigures::residue).sum();
  }

  private static void add(Table table, String slot, String name, List<SlotFigures> audits) {
    List<SlotFigures> warm = audits.stream().filter(a -> a.containers() >= WARM).toList();
    SlotFigures last = audits.get(audits.size() - 1);
    table.add(
        slot,
        name,
        Integer.toString(last.containers()),
        value(audits.get(0), name),
        warm.isEmpty() ? "–" : value(warm.get(0), name),
        value(last, name),
        warm.size() < 2 ? "–" : String.format(Locale.ROOT, "%.3f", slope(warm, name)));
  }

  private static String value(SlotFigures audit, String name) {
    return Long.toString(audit.figures().getOrDefault(name, 0L));
  }

  private static double slope(List<SlotFigures> audits, String name) {
    LeastSquares line = new LeastSquares();
    audits.forEach(audit -> line.add(audit.containers(), audit.figures().get(name)));
    return line.slope();
  }
}
