/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.hpcreuse.bench.cluster.Application;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.cluster.HpcReuse;
import org.hpcreuse.bench.cluster.Job;
import org.hpcreuse.bench.phase.ContainerTimes;
import org.hpcreuse.bench.progress.Progress;
import org.hpcreuse.bench.samples.RunDirectory;
import org.hpcreuse.bench.samples.RunOptions;
import org.hpcreuse.bench.samples.Sample;
import org.hpcreuse.bench.samples.SlotRelease;
import org.hpcreuse.bench.tuning.ForkTuning;
import org.hpcreuse.bench.workload.Workload;
import org.hpcreuse.protocol.ExitCodes;

/**
 * Brings up one cluster an arm and takes the samples that are missing. The arms never work at the
 * same time: a sample ends when its last container has ended, and only then does the next begin.
 */
public final class Runner {
  private final RunDirectory directory;
  private final RunOptions options;
  private final Map<String, Workload> workloads = new LinkedHashMap<>();
  private final SlotWatch watch;
  private final Progress progress;

  /**
   * Makes a run.
   *
   * @param directory its files; samples found there are not taken again
   * @param options what to do
   * @param workloads what to run; may be none, when all is in the watch
   * @param watch what it looks at in the slots
   * @param progress where the progress is shown
   */
  public Runner(
      RunDirectory directory,
      RunOptions options,
      List<? extends Workload> workloads,
      SlotWatch watch,
      Progress progress) {
    this.directory = directory;
    this.options = options;
    this.watch = watch;
    this.progress = progress;
    workloads.forEach(w -> this.workloads.put(w.name(), w));
  }

  /**
   * Runs it to the end.
   *
   * @param command bin/hpc-reuse
   * @param clusterBase directory for the clusters' directories
   */
  public void run(HpcReuse command, Path clusterBase)
      throws IOException, BenchException, InterruptedException {
    List<Plan.Step> missing =
        Plan.missing(
            Plan.of(
                List.copyOf(workloads.keySet()), options.samples(), options.arms(), options.seed()),
            RunDirectory.samples(directory.read()));
    if (missing.isEmpty() && !workloads.isEmpty()) {
      return;
    }
    try (Clusters clusters = new Clusters(clusterBase, command, progress::say)) {
      Map<Arm, Cluster> up = new EnumMap<>(Arm.class);
      ClusterStarter starter = new ClusterStarter(directory, options, progress);
      for (Arm host : options.hosts()) {
        up.put(host, starter.start(clusters.add(host)));
      }
      for (String workload :
          new LinkedHashSet<>(missing.stream().map(Plan.Step::workload).toList())) {
        for (Cluster cluster : up.values()) {
          progress.begin("prepare " + workload + " in " + cluster.arm(), 1);
          prepare(workloads.get(workload), cluster);
        }
      }
      Map<Arm, Cluster> arms = new EnumMap<>(Arm.class);
      boolean takesOptions = workloads.values().stream().allMatch(Workload::takesJobOptions);
      for (Arm arm : options.arms()) {
        progress.begin("prepare arm " + arm, 1);
        Cluster host = up.get(arm.host());
        arms.put(arm, takesOptions ? ForkTuning.prepare(arm, host) : host.as(arm, List.of()));
      }
      Quiet.await(progress::say);
      for (Plan.Step step : missing) {
        progress.begin(step.workload() + " " + (step.round() + 1) + " in " + step.arm(), 1);
        Cluster cluster = arms.get(step.arm());
        directory.append(sample(step, cluster));
        if (step.arm().hasPool()) {
          watch.afterSample(step.workload(), step.round(), cluster, directory);
        }
      }
      for (Cluster cluster : up.values()) {
        progress.begin("look at the slots of " + cluster.arm(), 1);
        if (cluster.arm().hasPool()) {
          watch.afterLast(cluster, directory);
        }
      }
      for (Cluster cluster : up.values()) {
        for (SlotRelease release : SlotRelease.readAll(cluster.poolLogs())) {
          directory.append(release);
        }
      }
      progress.begin("stop the clusters", 1);
      clusters.markGood();
    }
  }

  /** How many steps {@link Progress} shows, at most. */
  public static int steps(RunOptions options, int workloads) {
    int clusters = options.hosts().size();
    int arms = options.arms().size();
    return clusters + workloads * (clusters + arms * options.samples()) + arms + clusters + 1;
  }

  /** Preparing may run jobs: their containers must be gone before the first sample. */
  private static void prepare(Workload workload, Cluster cluster)
      throws IOException, BenchException, InterruptedException {
    Set<String> before = cluster.applicationIds();
    workload.prepare(cluster);
    for (Application application : cluster.endedSince(before)) {
      cluster.containers(application.id());
    }
  }

  private Sample sample(Plan.Step step, Cluster cluster)
      throws IOException, BenchException, InterruptedException {
    Workload workload = workloads.get(step.workload());
    String label = step.round() + "-" + step.arm();
    Set<String> before = new HashSet<>(cluster.applicationIds());
    Optional<CpuMeter> meter =
        watch.pauses() ? Optional.of(CpuMeter.start(cluster)) : Optional.empty();
    long startedMs = System.currentTimeMillis();
    long start = System.nanoTime();
    workload.run(cluster, label);
    long wallMs = Duration.ofNanos(System.nanoTime() - start).toMillis();
    List<Job> jobs = new ArrayList<>();
    List<ContainerTimes> containers = new ArrayList<>();
    for (Application application : cluster.endedSince(before)) {
      jobs.add(Job.of(application));
      containers.addAll(cluster.containers(application.id()));
    }
    requireSuccess(step, jobs);
    if (step.arm().isUber() && containers.size() > jobs.size()) {
      throw new BenchException(
          ExitCodes.FAILED,
          String.format(
              "%s in %s: %d containers for %d job(s); MapReduce has not run it as an uber job",
              step.workload(), step.arm(), containers.size(), jobs.size()));
    }
    Map<String, Long> cpuMs = meter.isPresent() ? meter.get().spent().byPart() : Map.of();
    Map<String, String> outputs = workload.collect(cluster, label, directory.outputs());
    return new Sample(
        step.workload(),
        step.arm(),
        step.round(),
        startedMs,
        wallMs,
        jobs,
        containers,
        outputs,
        cpuMs);
  }

  private void requireSuccess(Plan.Step step, List<Job> jobs) throws BenchException {
    for (Job job : jobs) {
      if (!job.finalStatus().equals("SUCCEEDED")) {
        throw new BenchException(
            ExitCodes.FAILED,
            String.format(
                "%s in %s: job %s (%s) ended as %s; see %s",
                step.workload(),
                step.arm(),
                job.name(),
                job.id(),
                job.finalStatus(),
                directory.logs()));
      }
    }
  }
}
