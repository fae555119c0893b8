/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pagerank;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;

/**
 * Runs one job after the other; {@link #stop} may come from another thread, kills the job that runs
 * and lets no other start.
 */
final class JobRunner {
  /**
   * How often to ask whether a job is done, ms. Hadoop's own 5 s would be most of a short
   * iteration; a value from the user's configuration is kept.
   */
  private static final int POLL_MS = 100;

  private static final int MAX_EVENTS = 1000;

  // Guarded by this.
  private Job current;
  // Guarded by this.
  private boolean stopped;

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
        throw new PageRankException(
            isStopped() ? "stopped in job " + job.getJobName() : describeFailure(job));
      }
    } catch (ClassNotFoundException e) {
      throw new IOException("job " + job.getJobName() + " names a class that is missing", e);
    }
  }

  private synchronized void submit(Job job)
      throws IOException, InterruptedException, ClassNotFoundException, PageRankException {
    if (stopped) {
      throw new PageRankException("stopped before job " + job.getJobName());
    }
    job.submit();
    current = job;
  }

  synchronized void stop() throws IOException {
    stopped = true;
    if (current != null && !current.isComplete()) {
      current.killJob();
    }
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
    return text.append(System.lineSeparator())
        .append("  see ")
        .append(job.getTrackingURL())
        .toString();
  }
}
