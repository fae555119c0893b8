/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.report.slots;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hpcreuse.bench.report.statistics.Median;
import org.hpcreuse.bench.report.table.Seconds;
import org.hpcreuse.bench.report.table.Table;
import org.hpcreuse.bench.samples.Entry;
import org.hpcreuse.bench.samples.IdleCost;

/** What a pool costs that is left alone, process by process. */
public final class IdleTable {
  private static final long THOUSANDTHS_OF_A_PERCENT = 100_000;
  private static final long KIB_PER_MIB = 1024;

  private final Map<String, List<Long>> shares = new LinkedHashMap<>();
  private final Map<String, List<Long>> memory = new LinkedHashMap<>();

  /** Takes the lines of a run. */
  public IdleTable(List<Entry> entries) {
    for (Entry entry : entries) {
      if (entry instanceof IdleCost cost) {
        for (IdleCost.Idle process : cost.processes()) {
          String name = cost.arm() + ", " + process.name();
          add(shares, name, process.cpuMs() * THOUSANDTHS_OF_A_PERCENT / cost.ms());
          add(memory, name, process.rssKb());
        }
      }
    }
  }

  private static void add(Map<String, List<Long>> values, String name, long value) {
    values.computeIfAbsent(name, n -> new ArrayList<>()).add(value);
  }

  /** A line for each process, or nothing when nothing was measured. */
  public String table() {
    if (shares.isEmpty()) {
      return "";
    }
    Table table =
        new Table(1, "process", "n", "% of a core", "95 % interval", "MiB", "95 % interval");
    shares.forEach(
        (name, share) -> {
          Median core = Median.of(share);
          Median rss = Median.of(memory.get(name));
          table.add(
              name,
              Integer.toString(core.count()),
              Seconds.of(core.value()),
              Seconds.interval(core),
              Long.toString(rss.value() / KIB_PER_MIB),
              rss.low() / KIB_PER_MIB + "–" + rss.high() / KIB_PER_MIB);
        });
    return "The pool left alone: processor time and resident memory of its processes; medians of n"
        + " times a minute.\n\n"
        + table
        + "\n";
  }
}
