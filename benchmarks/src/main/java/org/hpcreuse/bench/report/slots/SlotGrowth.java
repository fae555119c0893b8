/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.report.slots;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.hpcreuse.bench.cluster.SlotFigures;
import org.hpcreuse.bench.report.statistics.LeastSquares;
import org.hpcreuse.bench.report.table.Table;
import org.hpcreuse.bench.samples.ClusterStart;
import org.hpcreuse.bench.samples.Entry;
import org.hpcreuse.bench.samples.SlotAudit;
import org.hpcreuse.bench.samples.SlotReading;

/**
 * How the figures of each slot's process went, container after container. Slopes are those of
 * readings that can be compared: of slots at rest where a run has such, of audits elsewhere, which
 * collect garbage first.
 */
public final class SlotGrowth {
  /** Until then a slot still loads what jobs of this kind need. */
  private static final int WARM = 100;

  /** What was read of one process. */
  private static final class Series {
    private final List<SlotFigures> comparable = new ArrayList<>();
    private final List<SlotFigures> all = new ArrayList<>();
  }

  private final Map<String, Series> byProcess = new LinkedHashMap<>();
  private final Set<String> rows = new LinkedHashSet<>();
  private final List<String> lost = new ArrayList<>();
  private int residue;
  private long heldLoaders;

  /** Takes the lines of a run. */
  public SlotGrowth(List<Entry> entries) {
    boolean read = entries.stream().anyMatch(SlotReading.class::isInstance);
    Map<Integer, SlotFigures> holders = new HashMap<>();
    for (Entry entry : entries) {
      if (entry instanceof ClusterStart) {
        holders.clear(); // A resumed run has another pool.
      } else if (entry instanceof SlotReading reading) {
        reading.slots().forEach(slot -> add(slot, reading.rested()));
        reading.slots().forEach(slot -> hold(slot, holders));
      } else if (entry instanceof SlotAudit audit) {
        for (SlotFigures slot : audit.slots()) {
          if (slot.residue() >= 0) {
            residue += slot.residue();
            heldLoaders += slot.figures().getOrDefault(SlotFigures.LIVE_LOADERS, 0L);
            rows.addAll(slot.rows());
            add(slot, !read);
          }
          hold(slot, holders);
        }
      }
    }
  }

  private void add(SlotFigures slot, boolean comparable) {
    Series series =
        byProcess.computeIfAbsent(slot.slot() + " (pid " + slot.pid() + ")", s -> new Series());
    series.all.add(slot);
    if (comparable) {
      series.comparable.add(slot);
    }
  }

  /** A slot that has another process than before has lost that one. */
  private void hold(SlotFigures slot, Map<Integer, SlotFigures> holders) {
    SlotFigures before = holders.put(slot.slot(), slot);
    if (before != null && before.pid() != slot.pid()) {
      lost.add(
          String.format(
              Locale.ROOT,
              "slot %d: process %d was lost after %d containers; then %d",
              slot.slot(),
              before.pid(),
              before.containers(),
              slot.pid()));
    }
  }

  /**
   * First, last and largest value and two slopes (least squares): of all from the hundredth
   * container on, and of the last half of the containers. Nothing when nothing was read.
   */
  public String table() {
    if (byProcess.isEmpty()) {
      return "";
    }
    Table table =
        new Table(
            2,
            "slot",
            "figure",
            "containers",
            "first",
            "after 100",
            "last",
            "most",
            "slope after 100",
            "slope, last half");
    byProcess.forEach(
        (slot, series) ->
            series.all.get(0).figures().keySet().forEach(name -> add(table, slot, name, series)));
    StringBuilder text = new StringBuilder("What slots came to. Slopes are for one container.\n\n");
    text.append(table).append("\nRows of residue in all audits together: ").append(residue);
    text.append("\nClass loaders of ended containers in all audits together: ").append(heldLoaders);
    text.append("\nSlots lost: ").append(lost.size()).append("\n\n");
    rows.forEach(row -> text.append("- ").append(row).append('\n'));
    lost.forEach(slot -> text.append("- ").append(slot).append('\n'));
    return rows.isEmpty() && lost.isEmpty() ? text.toString() : text.append('\n').toString();
  }

  /** Rows that no rule allows, in all audits together. */
  public int residue() {
    return residue;
  }

  /** Class loaders of ended containers that have outlived the collections of audits. */
  public long heldLoaders() {
    return heldLoaders;
  }

  /** The processes that slots have lost while their pool ran, a line for each. */
  public List<String> lost() {
    return List.copyOf(lost);
  }

  private static void add(Table table, String slot, String name, Series series) {
    List<SlotFigures> comparable =
        series.comparable.stream().filter(read -> read.figures().containsKey(name)).toList();
    if (comparable.isEmpty()) {
      return;
    }
    SlotFigures last = comparable.get(comparable.size() - 1);
    List<SlotFigures> warm = from(WARM, comparable);
    table.add(
        slot,
        name,
        Integer.toString(last.containers()),
        value(comparable.get(0), name),
        warm.isEmpty() ? "–" : value(warm.get(0), name),
        value(last, name),
        Long.toString(
            series.all.stream().mapToLong(r -> r.figures().getOrDefault(name, 0L)).max().orElse(0)),
        slope(warm, name),
        slope(from((last.containers() + 1) / 2, comparable), name));
  }

  private static List<SlotFigures> from(int containers, List<SlotFigures> readings) {
    return readings.stream().filter(read -> read.containers() >= containers).toList();
  }

  private static String value(SlotFigures reading, String name) {
    return Long.toString(reading.figures().get(name));
  }

  private static String slope(List<SlotFigures> readings, String name) {
    if (readings.size() < 2) {
      return "–";
    }
    LeastSquares line = new LeastSquares();
    readings.forEach(reading -> line.add(reading.containers(), reading.figures().get(name)));
    return String.format(Locale.ROOT, "%.3f", line.slope());
  }
}
