/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.run.Entry.Outcome;
import org.hpcreuse.bench.run.Entry.Sample;
import org.hpcreuse.bench.run.RunDirectory;
import org.hpcreuse.bench.workload.Workload;

/** A workload that runs on a thread of its own, with clients of its own. */
final class JobRun {
  private static final String FILE = "file:";

  private final Workload workload;
  private final Cluster cluster;
  private final Path outputs;
  private final Path comparison;
  private final String label;
  private final long startedMs = System.currentTimeMillis();
  private final FutureTask<Sample> task = new FutureTask<>(this::run);

  /**
   * Starts it.
   *
   * @param cluster used by nobody else
   * @param label a name for its files, unique in the cluster
   * @param outputs directory for what it computes
   * @param comparison report.py, which compares outputs
   */
  JobRun(Workload workload, Cluster cluster, String label, Path outputs, Path comparison) {
    this.workload = workload;
    this.cluster = cluster;
    this.label = label;
    this.outputs = outputs;
    this.comparison = comparison;
    Thread thread = new Thread(task, "faults-job-" + label);
    thread.setDaemon(true);
    thread.start();
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
      String difference = reference == null ? "" : difference(reference, sample);
      return difference.isEmpty()
          ? new End(Outcome.WELL, sample.wallMs(), "", sample)
          : end(Outcome.WRONG, difference, sample);
    } catch (ExecutionException e) {
      requireGoingOn();
      return end(Outcome.FAILED, String.valueOf(e.getCause().getMessage()), null);
    } catch (TimeoutException e) {
      cluster.stop();
      return end(Outcome.HUNG, "not over within " + limit.toSeconds() + " s", null);
    }
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

  private End end(Outcome outcome, String detail, Sample sample) {
    return new End(outcome, System.currentTimeMillis() - startedMs, detail, sample);
  }

  /**
   * How the outputs of two samples of one workload differ; empty when they are equal. The report
   * says so, unless they are the same to the byte: its start would count as time of the recovery.
   */
  private String difference(Sample reference, Sample sample)
      throws IOException, InterruptedException {
    if (isSame(reference.outputs(), sample.outputs())) {
      return "";
    }
    List<String> words =
        List.of("python3", "-B", comparison.toString(), "--compare", outputs.toString());
    Process process =
        new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (OutputStream in = process.getOutputStream()) {
      String lines = RunDirectory.line(reference) + RunDirectory.line(sample);
      in.write(lines.getBytes(StandardCharsets.UTF_8));
    }
    String verdict = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int status = process.waitFor();
    if (verdict.isBlank()) {
      throw new IOException(String.join(" ", words) + " ended with status " + status);
    }
    return status == 0 ? "" : verdict.strip();
  }

  private boolean isSame(Map<String, String> expected, Map<String, String> actual)
      throws IOException {
    boolean same = !expected.isEmpty() && expected.keySet().equals(actual.keySet());
    for (String key : expected.keySet()) {
      same = same && isSameText(expected.get(key), actual.get(key));
    }
    return same;
  }

  /** Nothing is not the same as nothing. */
  private boolean isSameText(String expected, String actual) throws IOException {
    if (!expected.startsWith(FILE) || !actual.startsWith(FILE)) {
      return expected.equals(actual);
    }
    Path file = outputs.resolve(expected.substring(FILE.length()));
    Path other = outputs.resolve(actual.substring(FILE.length()));
    return Files.size(file) > 0 && Files.mismatch(file, other) < 0;
  }
}
