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
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.run.Clusters;
import org.hpcreuse.bench.run.Progress;
import org.hpcreuse.bench.run.RunCommand;
import org.hpcreuse.bench.run.RunDirectory;
import org.hpcreuse.bench.run.RunOptions;
import org.hpcreuse.bench.workload.DataSize;
import org.hpcreuse.bench.workload.Hdfs;
import org.hpcreuse.bench.workload.Hostile;
import org.hpcreuse.bench.workload.PageRank;
import org.hpcreuse.bench.workload.Spark;
import org.hpcreuse.bench.workload.TeraSort;
import org.hpcreuse.bench.workload.WordCount;
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
public final class FaultsCommand extends RunCommand {
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

  private RunDirectory directory;
  private RunOptions options;

  @Override
  public Integer call() throws Exception {
    requireRange("--strikes", strikes, 1, Integer.MAX_VALUE);
    chooseFaults();
    if (resume == null) {
      List<String> words = Stream.concat(Stream.of(UP.split(" ")), up.words().stream()).toList();
      List<String> sizes = List.of(TERASORT_SIZE);
      List<Arm> arms = List.of(Arm.REUSE);
      options = new RunOptions(NAME, strikes, arms, seed, HEARTBEAT_MS, sizes, ITERATIONS, words);
      directory =
          begin(options, results == null ? home().file("results/runs") : results.toAbsolutePath());
    } else {
      directory = resumed(resume);
      options = directory.options();
      if (!options.bench().equals(NAME) || struck() >= options.samples()) {
        throw BenchException.usage(
            String.format(
                "%s has %d of %d strikes of «bench %s»: nothing to resume",
                resume, struck(), options.samples(), options.bench()));
      }
      Files.createDirectories(directory.logs());
    }
    int status;
    try (Progress progress =
        new Progress(err(), NAME, jobs.size() + options.samples() - struck())) {
      if (attached == null) {
        strikeOwnCluster(progress);
      } else {
        strikeAttached(progress);
      }
    } finally {
      // Also after a hang: what was seen until then.
      status = report(directory, false);
    }
    return status;
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

  /** How many strikes the run has already: the number of the last one that has not missed. */
  private int struck() throws IOException {
    return struck(directory);
  }

  static int struck(RunDirectory run) throws IOException {
    return run.read("faultJob").stream()
        .filter(job -> !job.path("missed").asBoolean())
        .mapToInt(job -> job.path("number").asInt())
        .max()
        .orElse(0);
  }

  private void strikeOwnCluster(Progress progress) throws IOException, InterruptedException {
    Path base = clustersOf(directory);
    downLeft(base);
    Leftovers leftovers;
    ClusterTemporaryFiles temporary;
    Campaign campaign;
    Optional<SmallDisk> disk = Optional.empty();
    boolean good = false;
    try {
      try (Clusters clusters = new Clusters(base, command(directory), progress)) {
        Cluster cluster = clusters.add(Arm.REUSE);
        if (faults.contains(Fault.DISK_FULL)) {
          disk = Optional.of(SmallDisk.under(cluster.dir()));
        }
        List<String> words = new ArrayList<>(options.upOptions());
        words.addAll(List.of("--heartbeat-ms", Integer.toString(options.heartbeatMs())));
        words.addAll(List.of("--conf", STUCK_TASKS_END));
        cluster.up(words);
        leftovers = new Leftovers(cluster);
        temporary = ClusterTemporaryFiles.of(cluster);
        campaign = strike(cluster, leftovers, temporary, progress);
        clusters.markGood();
      }
      good = true;
    } finally {
      if (disk.isPresent() && !good) {
        disk.get().keep();
      }
    }
    if (disk.isPresent()) {
      disk.get().remove();
    }
    List<String> left = new ArrayList<>(leftovers.afterDown());
    temporary.left().forEach(file -> left.add("temporary file " + file));
    directory.append(campaign.end(left));
  }

  /**
   * Takes down what an earlier run of the campaign has left when it was killed: the next cluster
   * needs its memory. Its logs stay.
   */
  private void downLeft(Path base) throws IOException, InterruptedException {
    if (resume == null || !Files.isDirectory(base)) {
      return;
    }
    List<Path> clusters;
    try (Stream<Path> children = Files.list(base)) {
      clusters = children.filter(child -> Files.isDirectory(child.resolve("run"))).toList();
    }
    for (Path left : clusters) {
      new Cluster(Arm.REUSE, left, command(directory)).down(false);
      Optional<SmallDisk> disk = SmallDisk.leftUnder(left);
      if (disk.isPresent()) {
        disk.get().keep();
      }
    }
  }

  private void strikeAttached(Progress progress) throws IOException, InterruptedException {
    Path place = attached.toAbsolutePath().normalize();
    Cluster cluster = new Cluster(Arm.REUSE, place, command(directory));
    cluster.attach();
    Campaign campaign =
        strike(cluster, new Leftovers(cluster), ClusterTemporaryFiles.of(cluster), progress);
    new Hdfs(cluster).removeAll();
    directory.append(campaign.end(List.of()));
  }

  private Campaign strike(
      Cluster cluster, Leftovers leftovers, ClusterTemporaryFiles temporary, Progress progress)
      throws IOException, InterruptedException {
    Path input = directory.dir().resolve("input");
    List<Workload> workloads = new ArrayList<>();
    for (JobName job : jobs) {
      workloads.add(workload(job, input));
    }
    Hostile hostile = new Hostile(input, home().jar("hostile.jar"));
    Campaign campaign =
        new Campaign(
            cluster,
            leftovers,
            temporary,
            workloads,
            hostile,
            directory,
            progress,
            options.seed(),
            home());
    campaign.prepare();
    campaign.run(faults, options.samples(), struck());
    return campaign;
  }

  private Workload workload(JobName job, Path input) throws IOException, InterruptedException {
    return switch (job) {
      case WORDCOUNT -> new WordCount(input, options.seed());
      case TERASORT -> new TeraSort(DataSize.parse(TERASORT_SIZE));
      case PAGERANK -> pageRank(ITERATIONS);
      case GANG -> new Campaign.Gang(pageRank(GANG_ITERATIONS));
      case SPARK ->
          new Spark(
              home().frameworkJars("spark", directory.logs()),
              directory.logs().resolve("spark.log"));
    };
  }

  private static PageRank pageRank(int iterations) throws BenchException {
    Path graph = home().graphs().resolve("debian-sample.txt");
    return new PageRank(home().jars(), graph, iterations);
  }
}
