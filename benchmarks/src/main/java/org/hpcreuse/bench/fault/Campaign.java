/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.fault;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
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
import org.hpcreuse.bench.cluster.Await;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.leftovers.Strays;
import org.hpcreuse.bench.leftovers.TemporaryFiles;
import org.hpcreuse.bench.progress.Progress;
import org.hpcreuse.bench.samples.FaultEnd;
import org.hpcreuse.bench.samples.FaultJob;
import org.hpcreuse.bench.samples.FaultJob.Outcome;
import org.hpcreuse.bench.samples.RunDirectory;
import org.hpcreuse.bench.samples.Sample;
import org.hpcreuse.bench.workload.Workload;
import org.hpcreuse.protocol.ExitCodes;

/**
 * Jobs one after the other, each struck once by a fault while its containers run; the next comes
 * when the pool is whole again. A job that is over before it could be struck is counted, and
 * another takes its place. What was computed is compared with an undisturbed run.
 */
public final class Campaign {
  private static final Duration JOB = Duration.ofMinutes(6);

  /** A pool that starts mpirun again may take all of its own start's time. */
  private static final Duration RECOVERY = Duration.ofMinutes(8);

  private static final Duration LOOK = Duration.ofMillis(100);

  private static final String YARN = "org.apache.hadoop.yarn.client.cli.ApplicationCLI";

  /** Of one job: the ApplicationMaster's, and one more. */
  private static final int MOST_CONTAINERS = 2;

  private final Cluster cluster;
  private final List<? extends Workload> workloads;
  private final Workload hostile;
  private final RunDirectory directory;
  private final Progress progress;
  private final Random random;
  private final Striker striker;
  private final Map<String, Sample> references = new HashMap<>();
  private final TemporaryFiles temporary;
  private JsonNode lastSum = MissingNode.getInstance();
  private int jobs;

  /**
   * Makes a campaign.
   *
   * @param cluster where; it must be up, and nobody else may use it
   * @param temporary what its processes use; noted after each strike
   * @param workloads jobs, taken in turn
   * @param hostile a job that ends well when its container has done all the harm it can
   * @param directory receives the samples
   * @param progress where the progress is shown
   * @param seed of all that is drawn
   * @param startDaemon launch/head/start-daemon.sh
   * @param jobs how many an earlier run of this campaign has started
   */
  public Campaign(
      Cluster cluster,
      TemporaryFiles temporary,
      List<? extends Workload> workloads,
      Workload hostile,
      RunDirectory directory,
      Progress progress,
      long seed,
      Path startDaemon,
      int jobs) {
    this.jobs = jobs;
    this.cluster = cluster;
    this.temporary = temporary;
    this.workloads = List.copyOf(workloads);
    this.hostile = hostile;
    this.directory = directory;
    this.progress = progress;
    random = new Random(seed);
    striker = new Striker(cluster, startDaemon, directory.logs().resolve("daemons.log"), random);
  }

  /** Makes the jobs' input, and runs each once undisturbed. */
  public void prepare() throws IOException, BenchException, InterruptedException {
    hostile.prepare(cluster);
    for (Workload workload : workloads) {
      progress.begin("undisturbed " + workload.name(), 1);
      workload.prepare(cluster);
      JobRun.End end = start(workload).await(JOB, null);
      if (end.outcome() != Outcome.WELL) {
        throw new BenchException(
            ExitCodes.FAILED, "undisturbed " + workload.name() + ": " + end.detail());
      }
      references.put(workload.name(), end.sample());
      directory.append(end.sample());
    }
    awaitWhole();
  }

  /**
   * Strikes.
   *
   * @param kinds of faults to draw from
   * @param strikes how many in all
   * @param done how many of them an earlier run of this campaign has made
   * @throws BenchException when a job hangs or the pool does not recover; says what was waited for
   */
  public void run(List<Fault> kinds, int strikes, int done)
      throws IOException, BenchException, InterruptedException {
    int number = done;
    for (Fault fault : Fault.draw(kinds, strikes, random).subList(done, strikes)) {
      number++;
      progress.begin(fault.toString(), 1);
      while (!strike(number, fault)) {
        progress.say("the job was over before it could be struck; another one is");
      }
    }
  }

  private JobRun start(Workload workload) throws IOException {
    jobs++;
    String label = String.format("%03d", jobs);
    Path log = directory.logs().resolve("job-" + label + "-" + workload.name() + ".log");
    return JobRun.start(workload, cluster.beside(log), label, directory.outputs());
  }

  /** A gang's master can be struck in a gang alone. */
  private Workload next(Fault fault) {
    List<? extends Workload> fit =
        fault == Fault.GANG_MASTER_PAUSE
            ? workloads.stream().filter(GangWorkload.class::isInstance).toList()
            : workloads;
    return fit.get(jobs % fit.size());
  }

  /** Whether the fault struck a job that ran. */
  private boolean strike(int number, Fault fault)
      throws IOException, BenchException, InterruptedException {
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
    boolean struck = !job.isOver();
    long startNanos = System.nanoTime();
    String hit = "";
    if (struck) {
      Striker.Hit done = hit(fault, application, aim);
      hit = done.what();
      try {
        job.awaitEnd(fault.lasts());
      } finally {
        done.undo().run();
      }
    }
    JobRun.End end = job.await(JOB, references.get(job.workload()));
    if (aim != null) {
      JobRun.End aimed = onPurpose(aim.await(JOB, references.get(aim.workload())), fault);
      requireNoHang(number, aim, fault, aimed, hit);
      boolean missed = fault == Fault.APPLICATION_KILL && aimed.outcome() == Outcome.WELL;
      append(number, aim, missed ? null : fault, running, 0, aimed, "");
      struck &= !missed;
    }
    requireNoHang(number, job, fault, end, hit);
    awaitWholeAfter(number, job, fault, end, hit);
    long recoveryMs = struck ? Duration.ofNanos(System.nanoTime() - startNanos).toMillis() : 0;
    append(number, job, struck ? fault : null, running, recoveryMs, end, hit);
    look(number);
    return struck;
  }

  /**
   * What the fault may have done that no job has noticed; noted at once, should the run be stopped.
   */
  private void look(int number) throws IOException {
    String after = "after strike " + number + ", ";
    List<String> found = new ArrayList<>();
    Strays.of(cluster).forEach(stray -> found.add(after + stray));
    temporary.note().forEach(file -> found.add(after + "temporary file " + file));
    lastSum = cluster.pool().mpiCheck();
    boolean right = lastSum.path("ok").asBoolean();
    if (!right || !found.isEmpty()) {
      directory.append(new FaultEnd(right, "after strike " + number + ": " + lastSum, found));
    }
  }

  /**
   * What was seen at the end.
   *
   * @param left what was there still after the cluster was taken down
   */
  public FaultEnd end(List<String> left) {
    return new FaultEnd(lastSum.path("ok").asBoolean(), lastSum.toString(), left);
  }

  /** A job that ended is in the samples also when the pool does not recover. */
  private void awaitWholeAfter(int number, JobRun job, Fault fault, JobRun.End end, String hit)
      throws IOException, BenchException, InterruptedException {
    try {
      awaitWhole();
    } catch (BenchException e) {
      append(number, job, fault, 0, 0, end, hit);
      throw e;
    }
  }

  private Striker.Hit hit(Fault fault, String application, JobRun aim)
      throws IOException, BenchException, InterruptedException {
    switch (fault) {
      case HOSTILE_CONTAINER:
        return Striker.Hit.atOnce("a job beside");
      case APPLICATION_KILL:
        try {
          cluster.hadoop(YARN, "application", "-kill", application);
          return Striker.Hit.atOnce(application);
        } catch (BenchException e) {
          if (aim.await(JOB, null).outcome() != Outcome.WELL) {
            throw e;
          }
          return Striker.Hit.atOnce(application + ", which had ended");
        }
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

  private void requireNoHang(int number, JobRun job, Fault fault, JobRun.End end, String hit)
      throws IOException, BenchException {
    if (end.outcome() == Outcome.HUNG) {
      append(number, job, fault, 0, 0, end, hit);
      throw new BenchException(
          ExitCodes.TIMEOUT,
          String.format(
              "strike %d, %s (%s): %s is %s", number, fault, hit, job.workload(), end.detail()));
    }
  }

  private void append(
      int number,
      JobRun job,
      Fault fault,
      int containers,
      long recoveryMs,
      JobRun.End end,
      String hit)
      throws IOException {
    String detail = hit.isEmpty() || end.detail().isEmpty() ? "" : ": ";
    directory.append(
        new FaultJob(
            number,
            job.workload(),
            fault == null ? "" : fault.toString(),
            containers,
            end.outcome(),
            end.wallMs(),
            recoveryMs,
            hit + detail + end.detail()));
  }

  /** The application that came since, or an empty text when the job has failed before. */
  private String awaitApplication(Set<String> before, JobRun job)
      throws IOException, BenchException, InterruptedException {
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
  private int awaitContainers(JobRun job, int wanted)
      throws IOException, BenchException, InterruptedException {
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
  private void awaitWhole() throws IOException, BenchException, InterruptedException {
    Await.nothingMissing(
        "recovery of " + cluster.dir(), RECOVERY, LOOK, () -> cluster.pool().status().missing());
  }
}
