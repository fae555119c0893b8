/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.Await;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.run.Entry.FaultEnd;
import org.hpcreuse.bench.run.Entry.FaultJob;
import org.hpcreuse.bench.run.Entry.Outcome;
import org.hpcreuse.bench.run.Entry.Sample;
import org.hpcreuse.bench.run.Home;
import org.hpcreuse.bench.run.Progress;
import org.hpcreuse.bench.run.RunDirectory;
import org.hpcreuse.bench.workload.Workload;
import org.hpcreuse.protocol.ExitCodes;

/**
 * Jobs one after the other, each struck once by a fault while its containers run; the next comes
 * when the pool is whole again. A job that is over before it could be struck is counted, and
 * another takes its place. What was computed is compared with an undisturbed run.
 */
final class Campaign {
  private static final Duration JOB = Duration.ofMinutes(6);

  /** A pool that starts mpirun again may take all of its own start's time. */
  private static final Duration RECOVERY = Duration.ofMinutes(8);

  private static final Pattern JOB_LOG = Pattern.compile("job-(\\d+)-.*");

  private static final Duration LOOK = Duration.ofMillis(100);

  /** A fault that has missed so often will miss again. */
  private static final int TRIES = 5;

  /** Of one job: the ApplicationMaster's, and one more. */
  private static final int MOST_CONTAINERS = 2;

  /** A strike comes at any moment of a job, not only when a container has just started. */
  private static final int MOST_DELAY_MS = 2_000;

  /** A workload that can be a gang, as a gang among others as jobs. */
  record Gang(Workload workload) implements Workload {
    @Override
    public String name() {
      return workload.name() + "-gang";
    }

    @Override
    public void prepare(Cluster cluster) throws IOException, InterruptedException {
      workload.prepare(cluster);
    }

    @Override
    public void run(Cluster cluster, String label) throws IOException, InterruptedException {
      workload.run(cluster.as(Arm.GANG, List.of()), label);
    }

    @Override
    public Map<String, String> collect(Cluster cluster, String label, Path results)
        throws IOException, InterruptedException {
      return workload.collect(cluster, label, results);
    }
  }

  private final Cluster cluster;
  private final List<? extends Workload> workloads;
  private final Workload hostile;
  private final RunDirectory directory;
  private final Progress progress;
  private final Random random;
  private final Striker striker;
  private final Map<String, Sample> references = new HashMap<>();
  private final Leftovers leftovers;
  private final ClusterTemporaryFiles temporary;
  private final Path comparison;
  private JsonNode lastSum = MissingNode.getInstance();
  private int jobs;

  /**
   * Makes a campaign.
   *
   * @param cluster where; it must be up, and nobody else may use it
   * @param leftovers looks for what the cluster should not have any more after each strike
   * @param temporary what its processes use; noted after each strike
   * @param workloads jobs, taken in turn
   * @param hostile a job that ends well when its container has done all the harm it can
   * @param directory receives the samples
   * @param progress where the progress is shown
   * @param seed of all that is drawn
   * @param home the project's files
   */
  Campaign(
      Cluster cluster,
      Leftovers leftovers,
      ClusterTemporaryFiles temporary,
      List<? extends Workload> workloads,
      Workload hostile,
      RunDirectory directory,
      Progress progress,
      long seed,
      Home home)
      throws IOException {
    this.cluster = cluster;
    this.leftovers = leftovers;
    this.temporary = temporary;
    this.workloads = List.copyOf(workloads);
    this.hostile = hostile;
    this.directory = directory;
    this.progress = progress;
    comparison = home.file("benchmarks/report/report.py");
    random = new Random(seed);
    jobs = lastJob();
    Path startDaemon = home.file("launch/head/start-daemon.sh");
    striker = new Striker(cluster, startDaemon, directory.logs().resolve("daemons.log"), random);
  }

  /** Makes the jobs' input, and runs each once undisturbed. */
  void prepare() throws IOException, InterruptedException {
    hostile.prepare(cluster);
    for (Workload workload : workloads) {
      progress.begin("undisturbed " + workload.name());
      workload.prepare(cluster);
      JobRun.End end = start(workload).await(JOB, null);
      if (end.outcome() != Outcome.WELL) {
        throw BenchException.failed("undisturbed " + workload.name() + ": " + end.detail());
      }
      references.put(workload.name(), end.sample());
      directory.append(end.sample());
    }
    awaitWhole();
  }

  /**
   * Strikes. What misses is tried again with another job, {@link #TRIES} times.
   *
   * @param kinds of faults to draw from
   * @param strikes how many in all
   * @param done how many of them an earlier run of this campaign has made
   * @throws BenchException when a job hangs or the pool does not recover; says what was waited for
   */
  void run(List<Fault> kinds, int strikes, int done) throws IOException, InterruptedException {
    int number = done;
    for (Fault fault : Fault.draw(kinds, strikes, random).subList(done, strikes)) {
      number++;
      progress.begin(fault.toString());
      try {
        boolean struck = false;
        for (int tries = 0; tries < TRIES && !struck; tries++) {
          struck = strike(number, fault);
        }
      } catch (IOException e) {
        List<String> why = List.of("stopped: " + fault + ": " + e.getMessage());
        directory.append(new FaultEnd(number, true, "", List.of(), why));
        throw e;
      }
    }
  }

  /** The number of the last job that an earlier run of this campaign has started. */
  private int lastJob() throws IOException {
    try (Stream<Path> logs = Files.list(directory.logs())) {
      return logs.map(log -> JOB_LOG.matcher(log.getFileName().toString()))
          .filter(Matcher::matches)
          .mapToInt(name -> Integer.parseInt(name.group(1)))
          .max()
          .orElse(0);
    }
  }

  private JobRun start(Workload workload) throws IOException {
    jobs++;
    String label = String.format("%03d", jobs);
    Path log = directory.logs().resolve("job-" + label + "-" + workload.name() + ".log");
    return new JobRun(workload, cluster.beside(log), label, directory.outputs(), comparison);
  }

  /** A gang's master can be struck in a gang alone. */
  private Workload next(Fault fault) {
    List<? extends Workload> fit =
        fault == Fault.GANG_MASTER_PAUSE
            ? workloads.stream().filter(Gang.class::isInstance).toList()
            : workloads;
    return fit.get(jobs % fit.size());
  }

  /** Whether the fault struck a job that ran. */
  private boolean strike(int number, Fault fault) throws IOException, InterruptedException {
    JobRun aim = null;
    String application = "";
    if (fault == Fault.HOSTILE_CONTAINER) {
      aim = start(hostile);
    } else if (fault == Fault.APPLICATION_KILL) {
      Set<String> before = cluster.applicationIds();
      aim = start(next(fault));
      application = awaitApplication(before, aim);
    }
    JobRun job = start(next(fault));
    int running = awaitContainers(job, 1 + random.nextInt(MOST_CONTAINERS) + (aim == null ? 0 : 1));
    job.awaitEnd(Duration.ofMillis(random.nextInt(MOST_DELAY_MS)));
    long startNanos = System.nanoTime();
    Striker.Hit hit =
        job.isOver() ? Striker.Hit.missed("the job was over") : hit(fault, application);
    try {
      if (!hit.missed()) {
        job.awaitEnd(fault.lasts());
      }
    } finally {
      hit.undo().run();
    }
    List<FaultJob> ended = new ArrayList<>();
    boolean struck = !hit.missed();
    if (aim != null) {
      JobRun.End end = onPurpose(aim.await(JOB, references.get(aim.workload())), fault);
      struck &= fault != Fault.APPLICATION_KILL || end.outcome() != Outcome.WELL;
      // One line for each strike that missed, unless both jobs have something to tell.
      if (struck || (end.outcome() != Outcome.WELL && end.outcome() != Outcome.ON_PURPOSE)) {
        ended.add(line(number, aim, fault, !struck, running, end, ""));
      }
    }
    JobRun.End end = job.await(JOB, references.get(job.workload()));
    ended.add(line(number, job, fault, !struck, running, end, hit.what()));
    for (FaultJob line : ended) {
      if (line.outcome() == Outcome.HUNG) {
        appendAll(ended);
        throw new BenchException(ExitCodes.TIMEOUT, line.workload() + " is " + line.detail());
      }
    }
    try {
      awaitWhole();
    } catch (BenchException e) {
      appendAll(ended);
      throw e;
    }
    long recoveryMs = struck ? Duration.ofNanos(System.nanoTime() - startNanos).toMillis() : 0;
    ended.set(ended.size() - 1, ended.get(ended.size() - 1).wholeAfter(recoveryMs));
    appendAll(ended);
    if (!struck) {
      progress.say(fault + " missed: " + hit.what());
    }
    look(number);
    return struck;
  }

  private void appendAll(List<FaultJob> jobs) throws IOException {
    for (FaultJob job : jobs) {
      directory.append(job);
    }
  }

  /**
   * What the fault may have done that no job has noticed; noted at once, should the run be stopped.
   */
  private void look(int number) throws IOException {
    List<String> left = leftovers.strays();
    temporary.note().forEach(file -> left.add("temporary file " + file));
    List<String> doubled = leftovers.startedTwice();
    lastSum = cluster.pool().mpiCheck();
    boolean right = lastSum.path("ok").asBoolean();
    if (!right || !left.isEmpty() || !doubled.isEmpty()) {
      directory.append(new FaultEnd(number, right, lastSum.toString(), doubled, left));
    }
  }

  /**
   * What was seen at the end.
   *
   * @param left what was there still after the cluster was taken down
   */
  FaultEnd end(List<String> left) {
    boolean right = lastSum.path("ok").asBoolean();
    return new FaultEnd(0, right, lastSum.toString(), List.of(), left);
  }

  private Striker.Hit hit(Fault fault, String application)
      throws IOException, InterruptedException {
    switch (fault) {
      case HOSTILE_CONTAINER:
        return Striker.Hit.atOnce("a job beside");
      case APPLICATION_KILL:
        return !application.isEmpty() && cluster.kill(application)
            ? Striker.Hit.atOnce(application)
            : Striker.Hit.missed(application + " had ended");
      default:
        return striker.strike(fault);
    }
  }

  /**
   * A hostile job's own success is that it has failed; a killed one's failure is what was wanted.
   * Hung is hung.
   */
  private static JobRun.End onPurpose(JobRun.End end, Fault fault) {
    Outcome wanted = fault == Fault.HOSTILE_CONTAINER ? Outcome.WELL : Outcome.FAILED;
    return end.outcome() == wanted
        ? new JobRun.End(Outcome.ON_PURPOSE, end.wallMs(), "", end.sample())
        : end;
  }

  private static FaultJob line(
      int number,
      JobRun job,
      Fault fault,
      boolean missed,
      int containers,
      JobRun.End end,
      String hit) {
    String detail = hit.isEmpty() || end.detail().isEmpty() ? "" : ": ";
    return new FaultJob(
        number,
        job.workload(),
        fault.toString(),
        missed,
        containers,
        end.outcome(),
        end.wallMs(),
        0,
        hit + detail + end.detail());
  }

  /** The application that came since, or an empty text when the job has failed before. */
  private String awaitApplication(Set<String> before, JobRun job)
      throws IOException, InterruptedException {
    return Await.answer(
        "the application of " + job.workload(),
        JOB,
        () -> {
          Set<String> added = new TreeSet<>(cluster.applicationIds());
          added.removeAll(before);
          return added.isEmpty() && !job.isOver()
              ? Optional.empty()
              : Optional.of(added.isEmpty() ? "" : added.iterator().next());
        });
  }

  /** How many containers run, when they are as many as wanted or the job is over. */
  private int awaitContainers(JobRun job, int wanted) throws IOException, InterruptedException {
    return Await.answer(
        wanted + " containers in slots, or the end of " + job.workload(),
        JOB,
        () -> {
          int running = cluster.pool().status().running().size();
          return running >= wanted || job.isOver() ? Optional.of(running) : Optional.empty();
        });
  }

  /**
   * Waits until the pool is as after its start; says what is missing when it does not become so.
   */
  private void awaitWhole() throws IOException, InterruptedException {
    Await.nothingMissing(
        "recovery of " + cluster.dir(), RECOVERY, LOOK, () -> cluster.pool().status().missing());
  }
}
