/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pagerank;

import java.io.IOException;
import java.io.PrintStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.util.ShutdownHookManager;

/**
 * Runs one job after the other. When a signal ends the JVM, kills the job that runs, lets no other
 * start, and waits until the driver's own thread has seen that, cleaned up and closed this. Only
 * then may the JVM go, and Hadoop close its file systems.
 */
final class JobRunner implements AutoCloseable {
  /**
   * How often to ask whether a job is done, ms. Hadoop's own 5 s would be most of a short
   * iteration; a value from the user's configuration is kept.
   */
  private static final int POLL_MS = 100;

  private static final int MAX_EVENTS = 1000;

  /** Killing a job takes YARN up to 10 s, and some more when the AM does not answer. */
  private static final int CLEAN_UP_S = 45;

  private static final int HOOK_S = 60;
  private static final int PRIORITY = FileSystem.SHUTDOWN_HOOK_PRIORITY + 10;

  private final PrintStream err;
  private final CountDownLatch cleanedUp = new CountDownLatch(1);
  private final Runnable hook = this::stop;
  // Guarded by this.
  private Job current;
  // Guarded by this.
  private boolean stopped;

  /** Runs nothing yet. */
  JobRunner(PrintStream err) {
    this.err = err;
    ShutdownHookManager.get().addShutdownHook(hook, PRIORITY, HOOK_S, TimeUnit.SECONDS);
  }

  static void setPollInterval(Configuration configuration) {
    String[] sources = configuration.getPropertySources(Job.COMPLETION_POLL_INTERVAL_KEY);
    if (sources == null || sources[sources.length - 1].equals("mapred-default.xml")) {
      configuration.setInt(Job.COMPLETION_POLL_INTERVAL_KEY, POLL_MS);
    }
  }

  /** Submits the job and waits for its end. */
  void run(Job job) throws IOException, InterruptedException, PageRankException {
    try {
      submit(job);
      if (!job.waitForCompletion(false)) {
        throw PageRankException.failed(
            isStopped() ? "stopped in job " + job.getJobName() : describeFailure(job));
      }
    } catch (ClassNotFoundException e) {
      throw new IOException("job " + job.getJobName() + " names a class that is missing", e);
    }
  }

  private synchronized void submit(Job job)
      throws IOException, InterruptedException, ClassNotFoundException, PageRankException {
    if (stopped) {
      throw PageRankException.failed("stopped before job " + job.getJobName());
    }
    job.submit();
    current = job;
  }

  private synchronized boolean isStopped() {
    return stopped;
  }

  private static String describeFailure(Job job) throws IOException, InterruptedException {
    StringBuilder text = new StringBuilder();
    text.append("job ").append(job.getJobName()).append(" (").append(job.getJobID());
    text.append(") ended as ").append(job.getStatus().getState());
    text.append(": ").append(job.getStatus().getFailureInfo());
    for (TaskCompletionEvent event : job.getTaskCompletionEvents(0, MAX_EVENTS)) {
      if (event.getStatus() == TaskCompletionEvent.Status.FAILED) {
        for (String line : job.getTaskDiagnostics(event.getTaskAttemptId())) {
          text.append(System.lineSeparator()).append("  ").append(line);
        }
        break;
      }
    }
    text.append(System.lineSeparator()).append("  see ").append(job.getTrackingURL());
    return text.toString();
  }

  /** Kills the job that runs, and lets no other start. */
  synchronized void kill() throws IOException {
    stopped = true;
    if (current != null && !current.isComplete()) {
      current.killJob();
    }
  }

  private void stop() {
    try {
      kill();
      if (!cleanedUp.await(CLEAN_UP_S, TimeUnit.SECONDS)) {
        err.println(
            "pagerank: the killed job has not ended within "
                + CLEAN_UP_S
                + " s; the work directory is left");
      }
    } catch (IOException e) {
      err.println("pagerank: the job could not be killed: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      err.println("pagerank: interrupted before the killed job had ended");
    }
  }

  /** Says that all is cleaned up. */
  @Override
  public void close() {
    cleanedUp.countDown();
    if (!ShutdownHookManager.get().isShutdownInProgress()) {
      ShutdownHookManager.get().removeShutdownHook(hook);
    }
  }
}
