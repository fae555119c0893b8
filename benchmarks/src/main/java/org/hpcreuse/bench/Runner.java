/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.hpcreuse.bench.Entry.RunOptions;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.cluster.ClusterPool;
import org.hpcreuse.bench.cluster.ContainerTimes;
import org.hpcreuse.bench.cluster.MachineTime;
import org.hpcreuse.bench.cluster.ProcessTable;
import org.hpcreuse.bench.cluster.ResourceManager.Application;
import org.hpcreuse.bench.workload.Workload;

/**
 * Brings up one cluster an arm and takes the samples that are missing. The arms never work at the
 * same time: a sample ends when its last container has ended, and only then does the next begin.
 */
final class Runner {
  /** Parts of a cluster whose work for a sample goes on when its containers have ended. */
  private static final Set<String> POOLS = Set.of("pool-manager", "client-pool-manager");

  private final RunDirectory run;
  private final RunOptions options;
  private final Map<String, Workload> workloads = new LinkedHashMap<>();
  private final SlotWatch watch;
  private final Progress progress;

  /**
   * Makes a run.
   *
   * @param run its files; samples found there are not taken again
   * @param workloads what to run; may be none, when all is in the watch
   */
  Runner(
      RunDirectory run,
      RunOptions options,
      List<? extends Workload> workloads,
      SlotWatch watch,
      Progress progress) {
    this.run = run;
    this.options = options;
    this.watch = watch;
    this.progress = progress;
    workloads.forEach(w -> this.workloads.put(w.name(), w));
  }

  /** A sample to take. */
  record Step(String workload, int round, String arm) {}

  /**
   * The order of the samples; same arguments, same order. Arms are interleaved: each round takes
   * every workload once in each arm, the arms in an order drawn afresh, so that a machine that gets
   * slower or faster with time does so for all.
   */
  static List<Step> plan(Iterable<String> workloads, int samples, List<Arm> arms, long seed) {
    Random random = new Random(seed);
    List<Step> steps = new ArrayList<>();
    for (int round = 0; round < samples; round++) {
      for (String workload : workloads) {
        List<Arm> order = new ArrayList<>(arms);
        Collections.shuffle(order, random);
        for (Arm arm : order) {
          steps.add(new Step(workload, round, arm.toString()));
        }
      }
    }
    return steps;
  }

  /** What is still to do when these samples have been taken. */
  static List<Step> missing(List<Step> plan, List<JsonNode> taken) {
    List<Step> missing = new ArrayList<>(plan);
    for (JsonNode sample : taken) {
      int round = sample.path("round").asInt();
      missing.remove(
          new Step(sample.path("workload").asText(), round, sample.path("arm").asText()));
    }
    return missing;
  }

  /** Runs it to the end. */
  void run(Clusters clusters) throws IOException, InterruptedException {
    List<Step> missing = missing();
    Map<Arm, Cluster> up = new EnumMap<>(Arm.class);
    for (Arm host : options.hosts()) {
      up.put(host, clusters.start(host, options, run));
    }
    for (String workload : new LinkedHashSet<>(missing.stream().map(Step::workload).toList())) {
      for (Cluster cluster : up.values()) {
        progress.begin("prepare " + workload + " in " + cluster.arm());
        prepare(workloads.get(workload), cluster);
      }
    }
    Map<String, Cluster> arms = new LinkedHashMap<>();
    boolean takesOptions = workloads.values().stream().allMatch(Workload::takesJobOptions);
    for (Arm arm : options.arms()) {
      progress.begin("prepare arm " + arm);
      Cluster host = up.get(arm.host());
      Cluster own = takesOptions ? ForkTuning.prepare(arm, host) : host.as(arm, List.of());
      arms.put(arm.toString(), own);
    }
    MachineTime.awaitQuiet(progress::say);
    for (Step step : missing) {
      progress.begin(step.workload + " " + (step.round + 1) + " in " + step.arm);
      Cluster cluster = arms.get(step.arm);
      run.append(sample(step, cluster));
      if (cluster.arm().hasPool()) {
        watch.afterSample(step.workload, step.round, cluster, run);
      }
    }
    for (Cluster cluster : up.values()) {
      progress.begin("look at the slots of " + cluster.arm());
      if (cluster.arm().hasPool()) {
        watch.afterLast(cluster, run);
      }
    }
    for (Cluster cluster : up.values()) {
      for (Entry.Release release : releases(cluster.poolLogs())) {
        run.append(release);
      }
    }
    progress.begin("stop the clusters");
  }

  /** Whether a sample is missing, or all is in the watch. */
  boolean hasWork() throws IOException {
    return workloads.isEmpty() || !missing().isEmpty();
  }

  private List<Step> missing() throws IOException {
    List<Step> plan = plan(workloads.keySet(), options.samples(), options.arms(), options.seed());
    return missing(plan, run.read("sample"));
  }

  /** How many steps {@link Progress} shows, at most. */
  static int steps(RunOptions options, int workloads) {
    int clusters = options.hosts().size();
    int arms = options.arms().size();
    return clusters + workloads * (clusters + arms * options.samples()) + arms + clusters + 1;
  }

  /** Preparing may run jobs: their containers must be gone before the first sample. */
  private static void prepare(Workload workload, Cluster cluster)
      throws IOException, InterruptedException {
    Set<String> before = cluster.applicationIds();
    workload.prepare(cluster);
    for (Application application : cluster.endedSince(before)) {
      cluster.containers(application.id());
    }
  }

  /**
   * Takes a sample. Its processor time is that of all processes of its cluster and of its clients,
   * with the releases and garbage collections that follow in the slots. Hadoop's daemons count
   * until the last container has ended, as what they do while slots come to rest has nothing to do
   * with the job.
   */
  private Entry.Sample sample(Step step, Cluster cluster) throws IOException, InterruptedException {
    Workload workload = workloads.get(step.workload);
    String label = step.round + "-" + step.arm;
    Set<String> known = cluster.applicationIds();
    Map<String, Long> before = Map.of();
    if (watch.pauses()) {
      cluster.rest();
      before = ProcessTable.partsOf(cluster.dir());
    }
    long startedMs = System.currentTimeMillis();
    long start = System.nanoTime();
    workload.run(cluster, label);
    long wallMs = Duration.ofNanos(System.nanoTime() - start).toMillis();
    List<Entry.Job> jobs = new ArrayList<>();
    List<ContainerTimes> containers = new ArrayList<>();
    for (Application job : cluster.endedSince(known)) {
      jobs.add(
          new Entry.Job(
              job.id(), job.name(), job.finalStatus(), job.startedTime(), job.elapsedTime()));
      containers.addAll(cluster.containers(job.id()));
    }
    requireGood(step, cluster.arm(), jobs, containers);
    Map<String, Long> cpuMs = Map.of();
    if (watch.pauses()) {
      Map<String, Long> ended = ProcessTable.partsOf(cluster.dir());
      cluster.rest();
      cpuMs = spent(before, ended, ProcessTable.partsOf(cluster.dir()));
    }
    Map<String, String> outputs = workload.collect(cluster, label, run.outputs());
    return new Entry.Sample(
        step.workload,
        cluster.arm(),
        step.round,
        startedMs,
        wallMs,
        jobs,
        containers,
        outputs,
        cpuMs);
  }

  /** By part: pools until they have come to rest, all else until the containers have ended. */
  static Map<String, Long> spent(
      Map<String, Long> before, Map<String, Long> ended, Map<String, Long> rested) {
    Map<String, Long> spent = new TreeMap<>();
    ended.forEach(
        (part, endMs) -> {
          long untilMs = POOLS.contains(part) ? rested.getOrDefault(part, endMs) : endMs;
          spent.put(part, untilMs - before.getOrDefault(part, 0L));
        });
    return spent;
  }

  private void requireGood(
      Step step, Arm arm, List<Entry.Job> jobs, List<ContainerTimes> containers)
      throws BenchException {
    String where = step.workload + " in " + arm + ": ";
    for (Entry.Job job : jobs) {
      if (!job.finalStatus().equals("SUCCEEDED")) {
        String what = "job " + job.name() + " (" + job.id() + ") ended as " + job.finalStatus();
        throw BenchException.failed(where + what + "; see " + run.logs());
      }
    }
    if (arm.isUber() && containers.size() > jobs.size()) {
      String what = containers.size() + " containers for " + jobs.size() + " job(s)";
      throw BenchException.failed(where + what + "; MapReduce has not run it as an uber job");
    }
  }

  /**
   * All releases of a pool so far: the lines of releases-*.jsonl among its logs. Without a pool
   * there is no such run, and nothing to read.
   */
  static List<Entry.Release> releases(Path logs) throws IOException {
    List<Entry.Release> releases = new ArrayList<>();
    for (List<JsonNode> ofSlot : ClusterPool.telemetry(logs, "releases").values()) {
      for (JsonNode release : ofSlot) {
        releases.add(
            new Entry.Release(
                release.path("container").asText(),
                release.path("micros").asLong(),
                steps(release.path("steps")),
                release.path("launchMicros").asLong(),
                steps(release.path("launchSteps"))));
      }
    }
    return releases;
  }

  private static Map<String, Long> steps(JsonNode times) {
    Map<String, Long> steps = new LinkedHashMap<>();
    times.fields().forEachRemaining(step -> steps.put(step.getKey(), step.getValue().asLong()));
    return steps;
  }
}
