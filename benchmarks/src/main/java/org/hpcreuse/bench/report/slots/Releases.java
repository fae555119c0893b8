/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.report.slots;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hpcreuse.bench.phase.ContainerTimes;
import org.hpcreuse.bench.phase.Kind;
import org.hpcreuse.bench.report.statistics.BySample;
import org.hpcreuse.bench.report.statistics.Distribution;
import org.hpcreuse.bench.report.statistics.Median;
import org.hpcreuse.bench.report.table.Seconds;
import org.hpcreuse.bench.report.table.Table;
import org.hpcreuse.bench.samples.Entry;
import org.hpcreuse.bench.samples.Sample;
import org.hpcreuse.bench.samples.SlotRelease;

/** How long slots took to be clean again, for tasks and ApplicationMasters, by step. */
public final class Releases {
  private static final int STEPS_SHOWN = 8;
  private static final String TOTAL = "release";

  private final Map<String, Map<String, BySample>> byWho = new LinkedHashMap<>();

  /** Takes the releases of containers that belong to a sample. */
  public Releases(List<Entry> entries) {
    Map<String, Kind> kinds = new HashMap<>();
    Map<String, Sample> samples = new HashMap<>();
    for (Entry entry : entries) {
      if (entry instanceof Sample sample) {
        for (ContainerTimes container : sample.containers()) {
          kinds.put(container.container(), container.kind());
          samples.put(container.container(), sample);
        }
      }
    }
    for (Entry entry : entries) {
      if (entry instanceof SlotRelease release && kinds.containsKey(release.container())) {
        String container = release.container();
        add(samples.get(container), kinds.get(container), release);
      }
    }
  }

  /** A table of milliseconds with the longest steps, or nothing when no slot was released. */
  public String table() {
    if (byWho.isEmpty()) {
      return "";
    }
    Table table =
        new Table(
            2,
            "arm, container",
            "what",
            "n",
            "median",
            "95 % interval",
            "values",
            "p95",
            "p99",
            "max");
    byWho.forEach(
        (who, steps) -> {
          add(table, who, TOTAL, steps.get(TOTAL));
          steps.entrySet().stream()
              .filter(step -> !step.getKey().equals(TOTAL))
              .sorted(Comparator.comparing(step -> -step.getValue().median().value()))
              .limit(STEPS_SHOWN)
              .forEach(step -> add(table, who, step.getKey(), step.getValue()));
        });
    return "From the end of main() to the slot being free, and its longest steps, milliseconds. n samples;\n"
        + "the median and its interval are of their own medians.\n\n"
        + table
        + "\n";
  }

  private static void add(Table table, String who, String what, BySample micros) {
    Median median = micros.median();
    Distribution times = micros.all();
    table.add(
        who,
        what,
        Integer.toString(median.count()),
        Seconds.of(median.value()),
        Seconds.interval(median),
        Long.toString(times.count()),
        Seconds.of(times.p95()),
        Seconds.of(times.p99()),
        Seconds.of(times.max()));
  }

  private void add(Sample sample, Kind kind, SlotRelease release) {
    Map<String, BySample> steps =
        byWho.computeIfAbsent(sample.arm() + ", " + who(kind), w -> new LinkedHashMap<>());
    steps.computeIfAbsent(TOTAL, s -> new BySample()).add(sample, release.micros());
    release
        .steps()
        .forEach(
            (step, micros) -> steps.computeIfAbsent(step, s -> new BySample()).add(sample, micros));
  }

  private static String who(Kind kind) {
    return switch (kind) {
      case MAP, REDUCE -> "task";
      case MASTER, OTHER -> kind.label();
    };
  }
}
