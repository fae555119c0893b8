/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.hpcreuse.bench.Entry.FaultEnd;
import org.hpcreuse.bench.Entry.FaultJob;
import org.hpcreuse.bench.Entry.Outcome;
import org.hpcreuse.bench.Entry.Sample;
import org.hpcreuse.bench.cluster.Await;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.cluster.Commands;
import org.hpcreuse.bench.workload.MapReduceJobs.PageRank;
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

  /** A workload that runs on a thread of its own, with clients of its own. */
  static final class JobRun {
    private final Workload workload;
    private final Cluster cluster;
    private final Path outputs;
    private final String label;
    private final long startedMs = System.currentTimeMillis();
    private final FutureTask<Sample> task = new FutureTask<>(this::run);

    /**
     * Starts it.
     *
     * @param cluster used by nobody else
     * @param label a name for its files, unique in the cluster
     * @param outputs directory for what it computes
     */
    JobRun(Workload workload, Cluster cluster, String label, Path outputs) {
      this.workload = workload;
      this.cluster = cluster;
      this.label = label;
      this.outputs = outputs;
      Thread thread = new Thread(task, "faults-job-" + label);
      thread.setDaemon(true);
      thread.start();
    }

    private Sample run() throws Exception {
      long start = System.nanoTime();
      workload.run(cluster, label);
      long wallMs = Duration.ofNanos(System.nanoTime() - start).toMillis();
      Map<String, String> results = workload.collect(cluster, label, outputs);
      String name = workload.name();
      List<Entry.Job> jobs = List.of();
      return new Sample(
          name, cluster.arm(), 0, startedMs, wallMs, jobs, List.of(), results, Map.of());
    }

    String workload() {
      return workload.name();
    }

    boolean isOver() {
      return task.isDone();
    }

    /** Waits for its end, however it ends, and not longer than that. */
    void awaitEnd(Duration limit) throws InterruptedException {
      try {
        task.get(limit.toMillis(), TimeUnit.MILLISECONDS);
      } catch (ExecutionException | TimeoutException e) {
        // What became of it is asked for by await.
      }
    }

    /**
     * How a job ended.
     *
     * @param wallMs from its start to its end, ms
     * @param detail why it has not ended well; empty when it has
     * @param sample what it computed; null when it has failed
     */
    record End(Outcome outcome, long wallMs, String detail, Sample sample) {
      /**
       * This, or a wrong end when its output is another one. The report compares them.
       *
       * @param reference what the undisturbed workload computed
       * @param outputs directory of the files that samples name
       * @param report report.py
       */
      End comparedWith(Sample reference, Path outputs, Path report)
          throws IOException, InterruptedException {
        if (outcome != Outcome.WELL) {
          return this;
        }
        List<String> words =
            List.of("python3", "-B", report.toString(), "--compare", outputs.toString());
        Process process =
            new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (OutputStream in = process.getOutputStream()) {
          String lines = RunDirectory.line(reference) + RunDirectory.line(sample);
          in.write(lines.getBytes(StandardCharsets.UTF_8));
        }
        String verdict = Commands.utf8(process.getInputStream()).strip();
        int status = process.waitFor();
        if (verdict.isEmpty()) {
          throw new IOException(String.join(" ", words) + " ended with status " + status);
        }
        return status == 0 ? this : new End(Outcome.WRONG, wallMs, verdict, sample);
      }
    }

    /**
     * Waits for its end, and ends its client when it does not come.
     *
     * @param limit how long from now
     */
    End await(Duration limit) throws InterruptedException {
      try {
        Sample sample = task.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        return new End(Outcome.WELL, sample.wallMs(), "", sample);
      } catch (ExecutionException e) {
        requireGoingOn();
        return end(Outcome.FAILED, String.valueOf(e.getCause().getMessage()));
      } catch (TimeoutException e) {
        cluster.stop();
        return end(Outcome.HUNG, "not over within " + limit.toSeconds() + " s");
      }
    }

    private End end(Outcome outcome, String detail) {
      return new End(outcome, System.currentTimeMillis() - startedMs, detail, null);
    }

    /** A job that ends because this command is stopped has not failed. */
    private static void requireGoingOn() throws InterruptedException {
      Thread nothing = new Thread(() -> {}, "faults-going-on");
      try {
        Runtime.getRuntime().addShutdownHook(nothing);
        Runtime.getRuntime().removeShutdownHook(nothing);
      } catch (IllegalStateException e) {
        throw new InterruptedException("the campaign is stopped");
      }
    }
  }

  private final Cluster cluster;
  private final List<? extends Workload> workloads;
  private final Workload hostile;
  private final RunDirectory run;
  private final Progress progress;
  private final Random random;
  private final Striker striker;
  private final Map<String, Sample> references = new HashMap<>();
  private final Leftovers leftovers;
  private final Path report;
  private JsonNode lastSum = MissingNode.getInstance();
  private int jobs;

  /**
   * Makes a campaign.
   *
   * @param cluster where; it must be up, and nobody else may use it
   * @param leftovers looks for what the cluster should not have any more after each strike
   * @param workloads jobs, taken in turn
   * @param hostile a job that ends well when its container has done all the harm it can
   * @param run receives the samples
   * @param progress where the progress is shown
   * @param seed of all that is drawn
   * @param home the project's files
   */
  Campaign(
      Cluster cluster,
      Leftovers leftovers,
      List<? extends Workload> workloads,
      Workload hostile,
      RunDirectory run,
      Progress progress,
      long seed,
      Home home)
      throws IOException {
    this.cluster = cluster;
    this.leftovers = leftovers;
    this.workloads = List.copyOf(workloads);
    this.hostile = hostile;
    this.run = run;
    this.progress = progress;
    report = home.file("benchmarks/report/report.py");
    random = new Random(seed);
    jobs = lastJob();
    Path startDaemon = home.file("launch/head/start-daemon.sh");
    striker = new Striker(cluster, startDaemon, run.logs().resolve("daemons.log"), random);
  }

  /** Makes the jobs' input, and runs each once undisturbed. */
  void prepare() throws IOException, InterruptedException {
    hostile.prepare(cluster);
    for (Workload workload : workloads) {
      progress.begin("undisturbed " + workload.name());
      workload.prepare(cluster);
      JobRun.End end = start(workload).await(JOB);
      if (end.outcome() != Outcome.WELL) {
        throw BenchException.failed("undisturbed " + workload.name() + ": " + end.detail());
      }
      references.put(workload.name(), end.sample());
      run.append(end.sample());
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
        run.append(new FaultEnd(number, true, "", List.of(), why));
        throw e;
      }
    }
  }

  /** The number of the last job that an earlier run of this campaign has started. */
  private int lastJob() throws IOException {
    try (Stream<Path> logs = Files.list(run.logs())) {
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
    Path log = run.logs().resolve("job-" + label + "-" + workload.name() + ".log");
    return new JobRun(workload, cluster.beside(log), label, run.outputs());
  }

  /** A gang's master can be struck in a gang alone. */
  private Workload next(Fault fault) {
    List<? extends Workload> fit =
        fault == Fault.GANG_MASTER_PAUSE
            ? workloads.stream()
                .filter(workload -> workload.name().endsWith(PageRank.GANG))
                .toList()
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
    JobRun.End aimEnd = aim == null ? null : onPurpose(aim.await(JOB), fault);
    JobRun.End end = job.await(JOB);
    boolean struck =
        !hit.missed() && (fault != Fault.APPLICATION_KILL || aimEnd.outcome() != Outcome.WELL);
    long recoveryMs = 0;
    try {
      if (aim != null) {
        requireEnd(aim, aimEnd);
      }
      requireEnd(job, end);
      awaitWhole();
      recoveryMs = struck ? Duration.ofNanos(System.nanoTime() - startNanos).toMillis() : 0;
    } finally {
      FaultJob line = line(number, job, fault, !struck, running, end, recoveryMs, hit.what());
      if (aim != null) {
        FaultJob beside = line(number, aim, fault, !struck, running, aimEnd, 0, "");
        // One line for each strike that missed, unless both jobs have something to tell.
        if (struck || !Set.of(Outcome.WELL, Outcome.ON_PURPOSE).contains(beside.outcome())) {
          run.append(beside);
        }
      }
      run.append(line);
    }
    if (!struck) {
      progress.say(fault + " missed: " + hit.what());
    }
    look(number);
    return struck;
  }

  private static void requireEnd(JobRun job, JobRun.End end) throws BenchException {
    if (end.outcome() == Outcome.HUNG) {
      throw new BenchException(ExitCodes.TIMEOUT, job.workload() + " is " + end.detail());
    }
  }

  /**
   * What the fault may have done that no job has noticed; noted at once, should the run be stopped.
   */
  private void look(int number) throws IOException {
    List<String> left = leftovers.strays();
    List<String> doubled = leftovers.startedTwice();
    lastSum = cluster.pool().mpiCheck();
    boolean right = lastSum.path("ok").asBoolean();
    if (!right || !left.isEmpty() || !doubled.isEmpty()) {
      run.append(new FaultEnd(number, right, lastSum.toString(), doubled, left));
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
    return switch (fault) {
      case HOSTILE_CONTAINER -> Striker.Hit.atOnce("a job beside");
      case APPLICATION_KILL ->
          !application.isEmpty() && cluster.kill(application)
              ? Striker.Hit.atOnce(application)
              : Striker.Hit.missed(application + " had ended");
      default -> striker.strike(fault);
    };
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

  /** Compares outputs only now, as that takes a while. */
  private FaultJob line(
      int number,
      JobRun job,
      Fault fault,
      boolean missed,
      int containers,
      JobRun.End end,
      long recoveryMs,
      String hit)
      throws IOException, InterruptedException {
    Sample reference = references.get(job.workload());
    JobRun.End compared =
        reference == null ? end : end.comparedWith(reference, run.outputs(), report);
    String detail = hit.isEmpty() || compared.detail().isEmpty() ? "" : ": ";
    return new FaultJob(
        number,
        job.workload(),
        fault.toString(),
        missed,
        containers,
        compared.outcome(),
        compared.wallMs(),
        recoveryMs,
        hit + detail + compared.detail());
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
