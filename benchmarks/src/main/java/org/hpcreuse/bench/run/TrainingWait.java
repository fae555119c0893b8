/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.run;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.hpcreuse.bench.cluster.PoolAdmin;

/**
 * Waits until the slots of a pool have run their training jobs: samples taken meanwhile would come
 * from slots that differ, and every job would interrupt the training.
 */
final class TrainingWait {
  private static final Duration INTERVAL = Duration.ofSeconds(1);
  private static final Duration LIMIT = Duration.ofMinutes(15);

  private TrainingWait() {}

  /**
   * Returns when no process has training jobs left, or after a limit.
   *
   * @param say gets a line when the limit was reached
   * @return how long it took, ms
   */
  static long await(PoolAdmin pool, Consumer<String> say) throws IOException, InterruptedException {
    long start = System.nanoTime();
    int left = pool.status().trainingJobsLeft();
    while (left > 0 && System.nanoTime() - start < LIMIT.toNanos()) {
      TimeUnit.NANOSECONDS.sleep(INTERVAL.toNanos());
      left = pool.status().trainingJobsLeft();
    }
    if (left > 0) {
      say.accept(
          String.format(
              "%d training jobs are left after %d s of waiting; going on",
              left, LIMIT.toSeconds()));
    }
    return Duration.ofNanos(System.nanoTime() - start).toMillis();
  }
}
