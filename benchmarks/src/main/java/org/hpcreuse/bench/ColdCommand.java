/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.hpcreuse.bench.Entry.Moment;
import org.hpcreuse.bench.Entry.RunOptions;
import org.hpcreuse.bench.Runner.Step;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.cluster.ClusterPool;
import org.hpcreuse.bench.cluster.ContainerTimes;
import org.hpcreuse.bench.cluster.MachineTime;
import org.hpcreuse.bench.cluster.ProcessTable;
import org.hpcreuse.bench.cluster.ResourceManager.Application;
import org.hpcreuse.bench.workload.Workload;
import org.hpcreuse.protocol.files.DirectoryTree;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code hpc-reuse bench cold NAME}: what a batch job pays whose allocation has nothing warm. Each
 * sample is a cluster of its own. Exit status 0 when all samples are taken and all outputs equal.
 */
@Command(
    name = ColdCommand.NAME,
    mixinStandardHelpOptions = true,
    description = {
      "Start a new cluster for each sample and run a job in it three times. Show when the cluster",
      "was up and when each job was over, since the start began, and what processors had worked by",
      "then; and what the start of the slots has cost, by thread, and their memory."
    })
final class ColdCommand extends RunCommand {
  static final String NAME = "cold";

  /** Before the name of the workload, in the name of a run. */
  static final String PREFIX = NAME + "-";

  /** The first is cold, and the third as warm as jobs of a short allocation get. */
  private static final int JOBS = 3;

  private static final String WORKLOADS = "pi, wordcount, terasort, spark, tez or flink";
  private static final Set<Benchmark> COLD =
      EnumSet.of(
          Benchmark.PI,
          Benchmark.WORDCOUNT,
          Benchmark.TERASORT,
          Benchmark.SPARK,
          Benchmark.TEZ,
          Benchmark.FLINK);
  private static final Set<Arm> ARMS =
      EnumSet.of(Arm.FORK, Arm.FORK_TUNED, Arm.REUSE, Arm.KEPT, Arm.FULL, Arm.SINGLE_USE);

  @Parameters(paramLabel = "NAME", arity = "0..1", description = WORKLOADS)
  Benchmark name;

  @Option(
      names = "--arms",
      split = ",",
      paramLabel = "ARM",
      description =
          "What to compare: fork, fork-tuned, reuse (default: these three), kept, full,"
              + " single-use.")
  List<Arm> arms = List.of(Arm.FORK, Arm.FORK_TUNED, Arm.REUSE);

  @Mixin SampleOptions taken;
  @Mixin UpArguments up;

  @Option(
      names = "--resume",
      paramLabel = "RUN",
      description = "Go on with the run in this directory; its options are kept.")
  Path resume;

  @Override
  public Integer call() throws IOException, InterruptedException {
    RunDirectory run = resume == null ? begin() : resumed(resume);
    RunOptions options = run.options();
    Benchmark bench = Benchmark.of(options.bench().substring(PREFIX.length())).orElseThrow();
    Workload workload = bench.workloads(home(), options, run, err()::println).get(0);
    List<Step> plan =
        Runner.plan(List.of(workload.name()), options.samples(), options.arms(), options.seed());
    List<Step> missing = Runner.missing(plan, run.read(NAME));
    Path archive = clustersOf(run).resolve(Arm.FORK_TUNED.toString());
    try (Progress progress = new Progress(err(), options.bench(), missing.size() + 1)) {
      Samples samples = new Samples(run, workload, archive, progress);
      progress.begin("prepare");
      samples.tune(missing);
      for (Step step : missing) {
        progress.begin(step.workload() + " " + (step.round() + 1) + " in " + step.arm());
        samples.take(step);
      }
    } finally {
      DirectoryTree.remove(archive);
    }
    return report(run, false);
  }

  /** One cluster is up at a time. */
  private RunDirectory begin() throws IOException, InterruptedException {
    RunOptions options = options();
    return begin(options, options.hosts().stream().map(arm -> options.with(arm, 1)).toList());
  }

  private RunOptions options() throws BenchException {
    if (name == null || !COLD.contains(name)) {
      throw BenchException.usage("bench cold needs " + WORKLOADS + ", or --resume RUN");
    }
    taken.check();
    requireDistinct(arms);
    if (!ARMS.containsAll(arms)) {
      throw BenchException.usage("--arms " + arms + ": bench cold has " + ARMS + " alone");
    }
    return new RunOptions(
        PREFIX + name,
        taken.samples,
        arms,
        taken.seed,
        taken.heartbeatMs,
        name.sizes(),
        1,
        up.words);
  }

  /** Takes samples of a workload, each in a cluster of its own. */
  private final class Samples {
    private final RunDirectory run;
    private final RunOptions options;
    private final Workload workload;
    private final Path archive;
    private final Progress progress;
    private List<String> tunedOptions = List.of();

    Samples(RunDirectory run, Workload workload, Path archive, Progress progress)
        throws IOException {
      this.run = run;
      this.options = run.options();
      this.workload = workload;
      this.archive = archive;
      this.progress = progress;
    }

    private Clusters clusters() throws BenchException {
      return new Clusters(clustersOf(run), commands(run), progress);
    }

    /** A site makes the archive of tuned JVMs once, before all allocations. */
    void tune(List<Step> missing) throws IOException, InterruptedException {
      boolean isWanted =
          missing.stream().anyMatch(step -> step.arm().equals(Arm.FORK_TUNED.toString()));
      if (isWanted && workload.takesJobOptions()) {
        try (Clusters clusters = clusters()) {
          Cluster cluster = clusters.add(Arm.FORK);
          cluster.up(options.upWords());
          tunedOptions = ForkTuning.jobOptions(cluster, archive);
          clusters.markGood();
        }
      }
    }

    void take(Step step) throws IOException, InterruptedException {
      Arm arm =
          options.arms().stream()
              .filter(one -> one.toString().equals(step.arm()))
              .findFirst()
              .orElseThrow();
      try (Clusters clusters = clusters()) {
        MachineTime.awaitQuiet(progress::say);
        Cluster host = clusters.add(arm.host());
        long startedMs = System.currentTimeMillis();
        Timeline timeline = new Timeline();
        host.up(options.upWords());
        timeline.note("up");
        Cluster cluster = host.as(arm, arm == Arm.FORK_TUNED ? tunedOptions : arm.jobOptions());
        workload.prepare(cluster);
        timeline.note("input");
        for (int job = 1; job <= JOBS; job++) {
          workload.run(cluster, label(step, job));
          timeline.note("job " + job);
        }
        run.append(
            new Entry.Cold(
                step.workload(),
                arm,
                step.round(),
                startedMs,
                timeline.moments,
                outputs(step, cluster),
                forked(cluster)));
        if (arm.hasPool()) {
          lookAtSlots(step, cluster);
        }
        clusters.markGood();
      }
    }

    private static String label(Step step, int job) {
      return step.round() + "-" + step.arm() + "-" + job;
    }

    /** What all jobs must have put out. */
    private Map<String, String> outputs(Step step, Cluster cluster)
        throws IOException, InterruptedException {
      Map<String, String> first = workload.collect(cluster, label(step, 1), run.outputs());
      for (int job = 2; job <= JOBS; job++) {
        Map<String, String> other = workload.collect(cluster, label(step, job), run.outputs());
        if (!other.equals(first)) {
          throw BenchException.failed(
              step + ": job " + job + " has put out " + other + ", the first one " + first);
        }
      }
      return first;
    }

    private int forked(Cluster cluster) throws IOException, InterruptedException {
      int forked = 0;
      for (Application application : cluster.endedSince(Set.of())) {
        for (ContainerTimes container : cluster.containers(application.id())) {
          forked += container.launch().equals("reuse") ? 0 : 1;
        }
      }
      return forked;
    }

    private void lookAtSlots(Step step, Cluster cluster) throws IOException, InterruptedException {
      cluster.rest();
      lookAtSlots(step, cluster.arm(), cluster.pool(), "");
      Optional<ClusterPool> clients = cluster.clientPool();
      if (clients.isPresent()) {
        lookAtSlots(step, cluster.arm(), clients.get(), "client ");
      }
    }

    private void lookAtSlots(Step step, Arm arm, ClusterPool pool, String whose)
        throws IOException {
      for (Map.Entry<String, Long> process : pool.processes().entrySet()) {
        OptionalLong pssKb = ProcessTable.pssKib(process.getValue());
        if (pssKb.isPresent()) {
          String name = whose + process.getKey();
          run.append(
              new Entry.SlotMemory(step.workload(), arm, step.round(), name, pssKb.getAsLong()));
        }
      }
      for (Map.Entry<String, List<JsonNode>> start : pool.starts().entrySet()) {
        String name = whose + start.getKey();
        run.append(new Entry.SlotStart(step.workload(), arm, step.round(), name, start.getValue()));
      }
    }
  }

  /** What has passed since it was made. */
  private static final class Timeline {
    private final long start = System.nanoTime();
    private final MachineTime machine = MachineTime.now();
    private final List<Moment> moments = new ArrayList<>();

    Timeline() throws IOException {}

    void note(String what) throws IOException {
      long ms = Duration.ofNanos(System.nanoTime() - start).toMillis();
      moments.add(new Moment(what, ms, MachineTime.now().busyMsSince(machine)));
    }
  }
}
