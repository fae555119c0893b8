/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pagerank;

import java.io.IOException;
import java.io.PrintStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.util.ShutdownHookManager;

/**
 * Ends a run in good order when a signal ends the JVM: kills the job and waits until the driver's
 * own thread has seen that and cleaned up. Only then may the JVM go, and Hadoop close its file
 * systems.
 */
final class StopHook implements AutoCloseable {
  /** Killing a job takes YARN up to 10 s, and some more when the AM does not answer. */
  private static final int CLEAN_UP_S = 45;

  private static final int HOOK_S = 60;
  private static final int PRIORITY = FileSystem.SHUTDOWN_HOOK_PRIORITY + 10;

  private final JobRunner runner = new JobRunner();
  private final PrintStream err;
  private final CountDownLatch cleanedUp = new CountDownLatch(1);
  private final Runnable hook = this::stop;

  StopHook(PrintStream err) {
    this.err = err;
    ShutdownHookManager.get().addShutdownHook(hook, PRIORITY, HOOK_S, TimeUnit.SECONDS);
  }

  JobRunner runner() {
    return runner;
  }

  private void stop() {
    try {
      runner.stop();
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
