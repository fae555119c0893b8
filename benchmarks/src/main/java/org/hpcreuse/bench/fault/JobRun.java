/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.fault;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.report.OutputCheck;
import org.hpcreuse.bench.samples.FaultJob.Outcome;
import org.hpcreuse.bench.samples.Sample;
import org.hpcreuse.bench.workload.Workload;

/** A workload that runs on a thread of its own, with clients of its own. */
final class JobRun {
  private final Workload workload;
  private final Cluster cluster;
  private final Path outputs;
  private final String label;
  private final long startedMs = System.currentTimeMillis();
  private final FutureTask<Sample> task = new FutureTask<>(this::run);

  private JobRun(Workload workload, Cluster cluster, String label, Path outputs) {
    this.workload = workload;
    this.cluster = cluster;
    this.label = label;
    this.outputs = outputs;
  }

  /**
   * Starts it.
   *
   * @param cluster used by nobody else
   * @param label a name for its files, unique in the cluster
   * @param outputs directory for what it computes
   */
  static JobRun start(Workload workload, Cluster cluster, String label, Path outputs) {
    JobRun run = new JobRun(workload, cluster, label, outputs);
    Thread thread = new Thread(run.task, "faults-job-" + label);
    thread.setDaemon(true);
    thread.start();
    return run;
  }

  private Sample run() throws Exception {
    long start = System.nanoTime();
    workload.run(cluster, label);
    long wallMs = Duration.ofNanos(System.nanoTime() - start).toMillis();
    Map<String, String> results = workload.collect(cluster, label, outputs);
    return new Sample(
        workload.name(),
        cluster.arm(),
        0,
        startedMs,
        wallMs,
        List.of(),
        List.of(),
        results,
        Map.of());
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
   * @param outcome never on purpose
   * @param wallMs from its start to its end, ms
   * @param detail why it has not ended well; empty when it has
   * @param sample what it computed; null when it has failed
   */
  record End(Outcome outcome, long wallMs, String detail, Sample sample) {}

  /**
   * Waits for its end, and ends its client when it does not come.
   *
   * @param limit how long from now
   * @param reference what the undisturbed workload computed; null when this is the first
   */
  End await(Duration limit, Sample reference) throws IOException, InterruptedException {
    try {
      Sample sample = task.get(limit.toMillis(), TimeUnit.MILLISECONDS);
      if (reference != null) {
        OutputCheck.Verdict verdict =
            new OutputCheck(outputs).check(workload.name(), List.of(reference, sample));
        if (!verdict.equal()) {
          return end(Outcome.WRONG, String.join("; ", verdict.lines()), sample);
        }
      }
      return new End(Outcome.WELL, sample.wallMs(), "", sample);
    } catch (ExecutionException e) {
      return end(Outcome.FAILED, String.valueOf(e.getCause().getMessage()), null);
    } catch (TimeoutException e) {
      cluster.stop();
      return end(Outcome.HUNG, "not over within " + limit.toSeconds() + " s", null);
    }
  }

  private End end(Outcome outcome, String detail, Sample sample) {
    return new End(outcome, System.currentTimeMillis() - startedMs, detail, sample);
  }
}
