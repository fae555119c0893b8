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

/**
 * How long slots took to call main() and to be clean again, for tasks and ApplicationMasters, by
 * step.
 */
public final class Releases {
  private static final int STEPS_SHOWN = 8;
  private static final String LAUNCH = "launch";
  private static final String RELEASE = "release";

  private final Map<String, Map<String, BySample>> launches = new LinkedHashMap<>();
  private final Map<String, Map<String, BySample>> releases = new LinkedHashMap<>();

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

  /** Tables of milliseconds with the longest steps; nothing when no slot was released. */
  public String table() {
    return table("From the launch reaching the slot to main()", LAUNCH, launches)
        + table("From the end of main() to the slot being free", RELEASE, releases);
  }

  private static String table(
      String title, String total, Map<String, Map<String, BySample>> byWho) {
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
          add(table, who, total, steps.get(total));
          steps.entrySet().stream()
              .filter(step -> !step.getKey().equals(total))
              .sorted(Comparator.comparing(step -> -step.getValue().median().value()))
              .limit(STEPS_SHOWN)
              .forEach(step -> add(table, who, step.getKey(), step.getValue()));
        });
    return title
        + ", and its longest steps, milliseconds. n samples;\n"
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
    String who = sample.arm() + ", " + who(kind);
    add(releases, who, sample, RELEASE, release.micros(), release.steps());
    if (!release.launchSteps().isEmpty()) {
      add(launches, who, sample, LAUNCH, release.launchMicros(), release.launchSteps());
    }
  }

  private static void add(
      Map<String, Map<String, BySample>> byWho,
      String who,
      Sample sample,
      String total,
      long micros,
      Map<String, Long> steps) {
    Map<String, BySample> all = byWho.computeIfAbsent(who, w -> new LinkedHashMap<>());
    all.computeIfAbsent(total, s -> new BySample()).add(sample, micros);
    steps.forEach((step, time) -> all.computeIfAbsent(step, s -> new BySample()).add(sample, time));
  }

  private static String who(Kind kind) {
    return switch (kind) {
      case MAP, REDUCE, WORKER -> "task";
      case MASTER, OTHER -> kind.label();
    };
  }
}
