/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.hpcreuse.bench.Entry.RunOptions;
import org.hpcreuse.bench.RunCommand.UpArguments;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.workload.Frameworks.Spark;
import org.hpcreuse.bench.workload.Hdfs;
import org.hpcreuse.bench.workload.MapReduceJobs.Hostile;
import org.hpcreuse.bench.workload.MapReduceJobs.PageRank;
import org.hpcreuse.bench.workload.MapReduceJobs.TeraSort;
import org.hpcreuse.bench.workload.MapReduceJobs.WordCount;
import org.hpcreuse.bench.workload.Workload;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code hpc-reuse bench faults}: jobs while parts of the cluster die. Exit status 0 when all is as
 * it must be, 4 when something hung.
 */
@Command(
    name = "faults",
    mixinStandardHelpOptions = true,
    description = {
      "Run jobs on a reuse cluster while its processes are killed, stopped and starved,",
      "compare their outputs with undisturbed ones, and show faults by outcome."
    })
final class FaultsCommand extends RunCommand {
  private static final String NAME = "faults";

  /**
   * A strike may cost a rank, and the third one costs all processes: with all their training jobs
   * the processor would be busy with these most of the time. The pool forgets a status after
   * orphan-ms when NodeManager and manager have both died with it, and a campaign waits less than
   * 15 minutes for that.
   */
  private static final String UP =
      "--slots 4x768 --spares 2 --conf hpc-reuse.training=light --conf hpc-reuse.orphan-ms=120000";

  private static final int HEARTBEAT_MS = 100;

  /**
   * Hadoop's own 10 minutes are more than a campaign waits for a job. A NodeManager that is killed
   * between noting a container as queued and launching it launches it when it comes back, before it
   * has recovered it, and loses that failure when it has many others to recover: the container
   * stays SCHEDULED, forked or not, until its ApplicationMaster gives it up.
   */
  private static final String STUCK_TASKS_END = "mapreduce.task.stuck.timeout-ms=120000";

  private static final int ITERATIONS = 2;

  /** Of a gang, so that it runs for some seconds. */
  private static final int GANG_ITERATIONS = 2_000;

  private static final String TERASORT_SIZE = "1m";

  /** The jobs there are. */
  enum JobName {
    WORDCOUNT,
    TERASORT,
    PAGERANK,
    /** PageRank as an MPI program. */
    GANG,
    SPARK
  }

  @Option(
      names = "--strikes",
      paramLabel = "N",
      description = "How many faults (default: ${DEFAULT-VALUE}).")
  int strikes = 200;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Of the faults' order, aims and moments (default: ${DEFAULT-VALUE}).")
  long seed = 1;

  @Option(
      names = "--faults",
      split = ",",
      paramLabel = "FAULT",
      description =
          "Kinds to draw from: ${COMPLETION-CANDIDATES} (default: all that are possible).")
  List<Fault> faults;

  @Option(
      names = "--jobs",
      split = ",",
      paramLabel = "JOB",
      description = "Jobs to run: ${COMPLETION-CANDIDATES} (default: all).")
  List<JobName> jobs = List.of(JobName.values());

  @Mixin UpArguments up;

  @Option(
      names = "--cluster",
      paramLabel = "D",
      description = "Strike this reuse cluster, which is up and idle, and leave it up.")
  Path attached;

  @Option(
      names = "--results",
      paramLabel = "D",
      description = "Where the run's directory goes (default: results/runs).")
  Path results;

  @Option(
      names = "--resume",
      paramLabel = "RUN",
      description =
          "Go on with a run that was stopped, as it was begun; with its --faults, --jobs.")
  Path resume;

  @Override
  public Integer call() throws IOException, InterruptedException {
    requireRange("--strikes", strikes, 1, Integer.MAX_VALUE);
    chooseFaults();
    RunDirectory run = resume == null ? begun() : resumed(resume);
    RunOptions options = run.options();
    int left = options.samples() - struck(run);
    if (left <= 0) {
      throw BenchException.usage(
          resume + " has all of its " + options.samples() + " strikes: nothing to resume");
    }
    int status;
    try (Progress progress = new Progress(err(), NAME, jobs.size() + left)) {
      if (attached == null) {
        strikeOwnCluster(run, options, progress);
      } else {
        strikeAttached(run, options, progress);
      }
    } finally {
      // Also after a hang: what was seen until then.
      status = report(run, false);
    }
    return status;
  }

  private RunDirectory begun() throws IOException, InterruptedException {
    List<String> sizes = List.of(TERASORT_SIZE);
    List<Arm> arms = List.of(Arm.REUSE);
    Path runs = results == null ? home().file("results/runs") : results.toAbsolutePath();
    return RunDirectory.begin(
        runs,
        home().dir(),
        new RunOptions(NAME, strikes, arms, seed, HEARTBEAT_MS, sizes, ITERATIONS, up.after(UP)));
  }

  /** Refuses faults that are not possible here; without the option, all others are chosen. */
  private void chooseFaults() throws IOException, InterruptedException {
    EnumSet<Fault> impossible = EnumSet.noneOf(Fault.class);
    if (!jobs.contains(JobName.GANG)) {
      impossible.add(Fault.GANG_MASTER_PAUSE);
    }
    boolean wanted = faults == null || faults.contains(Fault.DISK_FULL);
    if (wanted && (attached != null || !SmallDisk.isPossible())) {
      impossible.add(Fault.DISK_FULL);
    }
    if (faults == null) {
      faults = List.copyOf(EnumSet.complementOf(impossible));
    }
    for (Fault fault : faults) {
      if (impossible.contains(fault)) {
        throw BenchException.usage(
            fault == Fault.DISK_FULL
                ? "disk_full needs a cluster of its own, on a disk that cannot be mounted here"
                : fault + " strikes gangs, and --jobs names no gang");
      }
    }
  }

  /** How many strikes a run has already: the number of the last one that has not missed. */
  static int struck(RunDirectory run) throws IOException {
    return run.read("faultJob").stream()
        .filter(job -> !job.path("missed").asBoolean())
        .mapToInt(job -> job.path("number").asInt())
        .max()
        .orElse(0);
  }

  private void strikeOwnCluster(RunDirectory run, RunOptions options, Progress progress)
      throws IOException, InterruptedException {
    Path base = clustersOf(run);
    downLeft(base, run);
    Leftovers leftovers;
    Campaign campaign;
    SmallDisk disk = null;
    boolean good = false;
    try {
      try (Clusters clusters = new Clusters(base, commands(run), progress)) {
        Cluster cluster = clusters.add(Arm.REUSE);
        if (faults.contains(Fault.DISK_FULL)) {
          disk = SmallDisk.under(cluster.dir());
        }
        List<String> words = new ArrayList<>(options.upOptions());
        words.addAll(List.of("--heartbeat-ms", Integer.toString(options.heartbeatMs())));
        words.addAll(List.of("--conf", STUCK_TASKS_END));
        cluster.up(words);
        leftovers = new Leftovers(cluster);
        campaign = strike(cluster, leftovers, run, options, progress);
        clusters.markGood();
      }
      good = true;
    } finally {
      if (disk != null && !good) {
        disk.keep();
      }
    }
    if (disk != null) {
      disk.remove();
    }
    run.append(campaign.end(leftovers.afterDown()));
  }

  /**
   * Takes down what an earlier run of the campaign has left when it was killed: the next cluster
   * needs its memory. Its logs stay.
   */
  private void downLeft(Path base, RunDirectory run) throws IOException, InterruptedException {
    if (resume == null || !Files.isDirectory(base)) {
      return;
    }
    List<Path> clusters;
    try (Stream<Path> children = Files.list(base)) {
      clusters = children.filter(child -> Files.isDirectory(child.resolve("run"))).toList();
    }
    for (Path left : clusters) {
      new Cluster(Arm.REUSE, left, commands(run)).down(false);
      Optional<SmallDisk> disk = SmallDisk.leftUnder(left);
      if (disk.isPresent()) {
        disk.get().keep();
      }
    }
  }

  private void strikeAttached(RunDirectory run, RunOptions options, Progress progress)
      throws IOException, InterruptedException {
    Path place = attached.toAbsolutePath().normalize();
    Cluster cluster = new Cluster(Arm.REUSE, place, commands(run));
    cluster.attach();
    Campaign campaign = strike(cluster, new Leftovers(cluster), run, options, progress);
    new Hdfs(cluster).removeAll();
    run.append(campaign.end(List.of()));
  }

  private Campaign strike(
      Cluster cluster, Leftovers leftovers, RunDirectory run, RunOptions options, Progress progress)
      throws IOException, InterruptedException {
    Path input = run.dir().resolve("input");
    long seedOfRun = options.seed();
    List<Workload> workloads = new ArrayList<>();
    for (JobName job : jobs) {
      workloads.add(
          switch (job) {
            case WORDCOUNT -> new WordCount(input, seedOfRun);
            case TERASORT -> new TeraSort(TERASORT_SIZE);
            case PAGERANK -> pageRank(ITERATIONS, false);
            case GANG -> pageRank(GANG_ITERATIONS, true);
            case SPARK -> new Spark(home().frameworkJars("spark", run.logs()));
          });
    }
    Hostile hostile = new Hostile(input, home().jar("hostile.jar"));
    Campaign campaign =
        new Campaign(cluster, leftovers, workloads, hostile, run, progress, seedOfRun, home());
    campaign.prepare();
    campaign.run(faults, options.samples(), struck(run));
    return campaign;
  }

  private static PageRank pageRank(int iterations, boolean gang) throws BenchException {
    return new PageRank(home().file("build/lib"), home().sampleGraph(), iterations, gang);
  }
}
