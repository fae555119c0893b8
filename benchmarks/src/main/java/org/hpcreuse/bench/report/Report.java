/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.report;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.report.cpu.CpuPerMap;
import org.hpcreuse.bench.report.cpu.CpuTimes;
import org.hpcreuse.bench.report.slots.IdleTable;
import org.hpcreuse.bench.report.slots.Releases;
import org.hpcreuse.bench.report.slots.SlotGrowth;
import org.hpcreuse.bench.report.statistics.Distribution;
import org.hpcreuse.bench.report.table.Seconds;
import org.hpcreuse.bench.report.table.Table;
import org.hpcreuse.bench.samples.ClusterStart;
import org.hpcreuse.bench.samples.Entry;
import org.hpcreuse.bench.samples.Header;
import org.hpcreuse.bench.samples.RunDirectory;
import org.hpcreuse.bench.samples.RunOptions;
import org.hpcreuse.bench.samples.Sample;

/** The text of a run: where, how the clusters came up, the times, the verdicts. */
public final class Report {
  /** What the columns of the tables mean. */
  private static final String SAMPLES =
      "n samples; each has one value, for containers the median of its own ones. The median and its"
          + " interval are of these n values, p95 to max of all values.";

  private final RunDirectory directory;
  private final List<Entry> entries;
  private final List<Sample> samples;
  private final Summary summary;
  private final Releases releases;
  private final SlotGrowth growth;

  /** Reports on the lines of a run. */
  public Report(RunDirectory directory, List<Entry> entries) {
    this.directory = directory;
    this.entries = List.copyOf(entries);
    samples = RunDirectory.samples(entries);
    summary = new Summary(samples);
    releases = new Releases(entries);
    growth = new SlotGrowth(entries);
  }

  /** Where the run took place, with which options, and how its clusters came up. */
  public String head() {
    StringBuilder text = new StringBuilder();
    RunDirectory.header(entries).ifPresent(header -> append(text, header));
    for (Entry entry : entries) {
      if (entry instanceof ClusterStart start) {
        append(text, start);
      }
    }
    return text.append('\n').toString();
  }

  /** All rows, one an arm, with extremes: for benchmarks. */
  public String full() throws IOException {
    Table table =
        new Table(
            3,
            "workload",
            "what",
            "arm",
            "n",
            "median",
            "95 % interval",
            "values",
            "p95",
            "p99",
            "min",
            "max",
            "/ fork");
    for (Row row : summary.rows()) {
      Distribution times = row.all();
      table.add(
          row.workload(),
          row.metric(),
          row.arm().toString(),
          Integer.toString(row.median().count()),
          Seconds.of(row.median().value()),
          Seconds.interval(row.median()),
          Long.toString(times.count()),
          Seconds.of(times.p95()),
          Seconds.of(times.p99()),
          Seconds.of(times.min()),
          Seconds.of(times.max()),
          Seconds.ratio(row.ratioToFork()));
    }
    String times = samples.isEmpty() ? "" : "Seconds. " + SAMPLES + "\n\n" + table + "\n";
    return head()
        + times
        + new Iterations(samples).table()
        + new CpuTimes(samples).table()
        + cpuPerMap()
        + releases.table()
        + growth.table()
        + new IdleTable(entries).table()
        + closing();
  }

  /** Only the jobs of that benchmark differ in nothing but their maps. */
  private String cpuPerMap() {
    return RunDirectory.header(entries)
        .filter(header -> header.options().bench().equals(RunOptions.CPU))
        .map(header -> new CpuPerMap(samples).table())
        .orElse("");
  }

  /** Fork and reuse side by side: for the demo. */
  public String sideBySide() throws IOException {
    Table table =
        new Table(2, "workload", "what", "n", "fork", "p95", "reuse", "p95", "reuse / fork");
    List<Row> rows = summary.rows();
    for (Row fork : rows) {
      if (fork.arm() == Arm.FORK) {
        rows.stream()
            .filter(row -> row.arm() == Arm.REUSE)
            .filter(row -> row.workload().equals(fork.workload()))
            .filter(row -> row.metric().equals(fork.metric()))
            .findFirst()
            .ifPresent(reuse -> addPair(table, fork, reuse));
      }
    }
    return head()
        + "Medians over n samples, and 95th percentiles of all values, seconds.\n\n"
        + table
        + "\n"
        + releases.table()
        + headlines()
        + closing();
  }

  /** Over all workloads. */
  private String headlines() {
    StringBuilder text = new StringBuilder();
    line(
        text,
        "- map start-up (request → first split), median of all maps: fork %s s, reuse %s s",
        summary.mapStartUp(Arm.FORK),
        summary.mapStartUp(Arm.REUSE));
    line(
        text,
        "- all jobs together: fork %s s, reuse %s s",
        Seconds.of(summary.jobsMs(Arm.FORK)),
        Seconds.of(summary.jobsMs(Arm.REUSE)));
    return text.toString();
  }

  /** Whether every workload gave the same result in every sample. */
  public boolean outputsEqual() throws IOException {
    OutputCheck check = new OutputCheck(directory.outputs());
    for (String workload : summary.workloads()) {
      if (!check.check(workload, samples).equal()) {
        return false;
      }
    }
    return true;
  }

  /** Whether no audit has shown a row that no rule allows, or a loader of an ended container. */
  public boolean slotsClean() {
    return growth.residue() == 0 && growth.heldLoaders() == 0;
  }

  /** The processes that slots have lost, a line for each. */
  public List<String> lostSlots() {
    return growth.lost();
  }

  /** How many containers of an arm with slots were forked. */
  public long forked(Arm arm) {
    return sum(summary.forked(arm));
  }

  private static long sum(Map<String, Long> reasons) {
    return reasons.values().stream().mapToLong(Long::longValue).sum();
  }

  private static void addPair(Table table, Row fork, Row reuse) {
    table.add(
        fork.workload(),
        fork.metric(),
        Integer.toString(reuse.median().count()),
        Seconds.of(fork.median().value()),
        Seconds.of(fork.all().p95()),
        Seconds.of(reuse.median().value()),
        Seconds.of(reuse.all().p95()),
        Seconds.ratio(reuse.ratioToFork()));
  }

  private static void append(StringBuilder text, Header header) {
    text.append("# ").append(header.options().bench()).append("\n\n");
    line(
        text,
        "- %s, commit %s; %s, %d processors, %d MiB; %s; %s",
        header.startedAt(),
        header.host().commit(),
        header.host().cpu(),
        header.host().cpus(),
        header.host().memoryMb(),
        header.host().kernel(),
        header.host().jdk());
    line(
        text,
        "- heartbeats %d ms, seed %d, up options %s",
        header.options().heartbeatMs(),
        header.options().seed(),
        header.options().upOptions());
  }

  private static void append(StringBuilder text, ClusterStart start) {
    String pool =
        start.slots() == 0
            ? ""
            : String.format(
                Locale.ROOT,
                ", pool of %d processes with %d MiB resident, trained in %s s",
                start.slots(),
                start.idleRssMb(),
                Seconds.of(start.trainingMs()));
    line(
        text,
        "- %s cluster, Hadoop %s: up in %s s%s",
        start.arm(),
        start.hadoop(),
        Seconds.of(start.upMs()),
        pool);
  }

  private String closing() throws IOException {
    StringBuilder text = new StringBuilder();
    OutputCheck check = new OutputCheck(directory.outputs());
    for (String workload : summary.workloads()) {
      for (String verdict : check.check(workload, samples).lines()) {
        line(text, "- %s", verdict);
      }
    }
    for (Arm arm : Arm.values()) {
      int containers = summary.containers(arm).size();
      if ((arm.hasPool() || arm == Arm.SPAWN) && containers > 0) {
        Map<String, Long> reasons = summary.forked(arm);
        line(
            text,
            "- containers of the %s arm: %d, of which forked: %d%s",
            arm,
            containers,
            sum(reasons),
            reasons.isEmpty() ? "" : " " + reasons);
      }
    }
    return text.toString();
  }

  private static void line(StringBuilder text, String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
