/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.fault.Campaign;
import org.hpcreuse.bench.fault.Fault;
import org.hpcreuse.bench.fault.FaultReport;
import org.hpcreuse.bench.fault.GangWorkload;
import org.hpcreuse.bench.fault.SmallDisk;
import org.hpcreuse.bench.leftovers.Leftovers;
import org.hpcreuse.bench.leftovers.TemporaryFiles;
import org.hpcreuse.bench.progress.Progress;
import org.hpcreuse.bench.run.Clusters;
import org.hpcreuse.bench.samples.RunDirectory;
import org.hpcreuse.bench.samples.RunOptions;
import org.hpcreuse.bench.workload.Hdfs;
import org.hpcreuse.bench.workload.Hostile;
import org.hpcreuse.bench.workload.PageRank;
import org.hpcreuse.bench.workload.Spark;
import org.hpcreuse.bench.workload.TeraSort;
import org.hpcreuse.bench.workload.WordCount;
import org.hpcreuse.bench.workload.Workload;
import org.hpcreuse.bench.workload.input.DataSize;
import org.hpcreuse.protocol.ExitCodes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code hpc-reuse bench faults}: jobs while parts of the cluster die. Exit status 0 when all is as
 * it must be, 4 when something hung.
 */
@Command(
    name = "hpc-reuse bench faults",
    mixinStandardHelpOptions = true,
    description = {
      "Run jobs on a reuse cluster while its processes are killed, stopped and starved,",
      "compare their outputs with undisturbed ones, and show faults by outcome."
    })
public final class FaultsMain implements Callable<Integer> {
  /**
   * A strike may cost a rank, and the third one costs all processes: with all their training jobs
   * the processor would be busy with these most of the time. The pool forgets a status after
   * orphan-ms when NodeManager and manager have both died with it, and a campaign waits less than
   * 15 minutes for that.
   */
  private static final List<String> UP =
      List.of(
          "--slots",
          "4x768",
          "--spares",
          "2",
          "--conf",
          "hpc-reuse.training=light",
          "--conf",
          "hpc-reuse.orphan-ms=120000");

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

  @Spec CommandSpec spec;

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

  @Mixin ClusterOptions ownCluster = new ClusterOptions();

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

  private Session session;
  private Home home;
  private RunDirectory directory;

  /** Ends the JVM with one of {@link ExitCodes}. */
  public static void main(String[] words) {
    System.exit(Failures.execute(new FaultsMain(), words));
  }

  @Override
  public Integer call() throws Exception {
    if (strikes < 1) {
      throw new BenchException(ExitCodes.USAGE, "--strikes " + strikes + ": must be 1 or more");
    }
    Set<Fault> impossible = impossible();
    if (faults == null) {
      faults = Stream.of(Fault.values()).filter(fault -> !impossible.contains(fault)).toList();
    }
    for (Fault fault : faults) {
      if (impossible.contains(fault)) {
        throw new BenchException(
            ExitCodes.USAGE,
            fault == Fault.DISK_FULL
                ? "disk_full needs a cluster of its own, on a disk that cannot be mounted here"
                : fault + " strikes gangs, and --jobs names no gang");
      }
    }
    home = Home.fromEnvironment();
    session = new Session(home, spec.commandLine().getErr());
    RunOptions options = resume == null ? begin() : resumed();
    Files.createDirectories(directory.logs());
    int steps = jobs.size() + options.samples() - struck();
    try (Progress progress = session.progress("faults", steps)) {
      if (attached == null) {
        strikeOwnCluster(options, progress);
      } else {
        strikeAttached(options, progress);
      }
    } finally {
      report().flush();
    }
    return new FaultReport(directory.read()).faultsFound().isEmpty()
        ? ExitCodes.OK
        : ExitCodes.FAILED;
  }

  private Set<Fault> impossible() throws IOException, InterruptedException {
    Set<Fault> impossible = EnumSet.noneOf(Fault.class);
    if (!jobs.contains(JobName.GANG)) {
      impossible.add(Fault.GANG_MASTER_PAUSE);
    }
    boolean wanted = faults == null || faults.contains(Fault.DISK_FULL);
    if (wanted && (attached != null || !SmallDisk.isPossible())) {
      impossible.add(Fault.DISK_FULL);
    }
    return impossible;
  }

  private RunOptions begin() throws IOException, InterruptedException {
    RunOptions options =
        new RunOptions(
            "faults",
            strikes,
            List.of(Arm.REUSE),
            seed,
            HEARTBEAT_MS,
            List.of(TERASORT_SIZE),
            ITERATIONS,
            Stream.concat(UP.stream(), ownCluster.up.stream()).toList());
    directory = session.begin(options, results == null ? home.runs() : results.toAbsolutePath());
    return options;
  }

  private RunOptions resumed() throws IOException, BenchException {
    directory = new RunDirectory(resume.toAbsolutePath().normalize());
    RunOptions options = Session.resume(directory);
    if (!options.bench().equals("faults") || struck() >= options.samples()) {
      throw new BenchException(
          ExitCodes.USAGE,
          resume
              + " has "
              + struck()
              + " of "
              + options.samples()
              + " strikes of «bench "
              + options.bench()
              + "»: nothing to resume");
    }
    return options;
  }

  /** How many strikes the run has already. */
  private int struck() throws IOException {
    return new FaultReport(directory.read()).struck();
  }

  /** Also after a hang: what was seen until then. */
  private PrintWriter report() throws IOException {
    String text = new FaultReport(directory.read()).text();
    Files.writeString(directory.summary(), text);
    PrintWriter out = spec.commandLine().getOut();
    out.print(text);
    spec.commandLine().getErr().println("samples and summary: " + directory.dir());
    return out;
  }

  private void strikeOwnCluster(RunOptions options, Progress progress)
      throws IOException, BenchException, InterruptedException {
    Path base = session.clusters(directory, ownCluster.dir);
    downLeft(base);
    Leftovers leftovers;
    TemporaryFiles temporary;
    Campaign campaign;
    Optional<SmallDisk> disk = Optional.empty();
    boolean good = false;
    try {
      try (Clusters clusters = new Clusters(base, session.command(directory), progress::say)) {
        Cluster cluster = clusters.add(Arm.REUSE);
        if (faults.contains(Fault.DISK_FULL)) {
          disk = Optional.of(SmallDisk.under(cluster.dir()));
        }
        List<String> up = new ArrayList<>(options.upOptions());
        up.addAll(List.of("--heartbeat-ms", Integer.toString(options.heartbeatMs())));
        up.addAll(List.of("--conf", STUCK_TASKS_END));
        cluster.up(up);
        leftovers = Leftovers.of(cluster);
        temporary = TemporaryFiles.of(cluster);
        campaign = strike(cluster, temporary, options, progress);
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
    List<String> left = new ArrayList<>(leftovers.describe());
    temporary.left().forEach(file -> left.add("temporary file " + file));
    directory.append(campaign.end(left));
  }

  /**
   * Takes down what an earlier run of the campaign has left when it was killed: the next cluster
   * needs its memory. Its logs stay.
   */
  private void downLeft(Path base) throws IOException, BenchException, InterruptedException {
    if (resume == null || !Files.isDirectory(base)) {
      return;
    }
    List<Path> clusters;
    try (Stream<Path> children = Files.list(base)) {
      clusters = children.filter(dir -> Files.isDirectory(dir.resolve("run"))).toList();
    }
    for (Path dir : clusters) {
      new Cluster(Arm.REUSE, dir, session.command(directory)).down(false);
      Optional<SmallDisk> disk = SmallDisk.leftUnder(dir);
      if (disk.isPresent()) {
        disk.get().keep();
      }
    }
  }

  private void strikeAttached(RunOptions options, Progress progress)
      throws IOException, BenchException, InterruptedException {
    Cluster cluster =
        new Cluster(Arm.REUSE, attached.toAbsolutePath().normalize(), session.command(directory));
    cluster.attach();
    Campaign campaign = strike(cluster, TemporaryFiles.of(cluster), options, progress);
    Hdfs.removeAll(cluster);
    directory.append(campaign.end(List.of()));
  }

  private Campaign strike(
      Cluster cluster, TemporaryFiles temporary, RunOptions options, Progress progress)
      throws IOException, BenchException, InterruptedException {
    Path input = directory.dir().resolve("input");
    List<Workload> workloads = new ArrayList<>();
    for (JobName name : jobs) {
      workloads.add(workload(name, input, options.seed()));
    }
    Campaign campaign =
        new Campaign(
            cluster,
            temporary,
            workloads,
            new Hostile(input, home.hostileJar()),
            directory,
            progress,
            options.seed(),
            home.startDaemon());
    campaign.prepare();
    campaign.run(faults, options.samples(), struck());
    return campaign;
  }

  private Workload workload(JobName name, Path input, long seedOfInput)
      throws IOException, InterruptedException {
    return switch (name) {
      case WORDCOUNT -> new WordCount(input, seedOfInput);
      case TERASORT -> new TeraSort(DataSize.parse(TERASORT_SIZE));
      case PAGERANK -> pageRank(ITERATIONS);
      case GANG -> new GangWorkload(pageRank(GANG_ITERATIONS));
      case SPARK -> {
        Path jars = new FrameworkJars(home, directory.logs()).of("spark");
        Path clients = directory.logs().resolve("spark.log");
        yield new Spark(jars, jars.resolveSibling("spark-program.jar"), clients);
      }
    };
  }

  private PageRank pageRank(int iterations) {
    return new PageRank(
        home.pageRankJar(),
        home.pageRankMpiJar(),
        home.graphs().resolve("debian-sample.txt"),
        iterations);
  }
}
