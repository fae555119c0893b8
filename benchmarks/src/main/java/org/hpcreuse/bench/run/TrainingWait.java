/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.run;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.hpcreuse.bench.cluster.Await;
import org.hpcreuse.bench.cluster.BenchException;
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
   * Returns when no process has training jobs left.
   *
   * @return how long it took, ms
   * @throws BenchException when some are left after a quarter of an hour
   */
  static long await(PoolAdmin pool) throws IOException, BenchException, InterruptedException {
    long start = System.nanoTime();
    Await.nothingMissing("the training of the slots", LIMIT, INTERVAL, () -> left(pool));
    return Duration.ofNanos(System.nanoTime() - start).toMillis();
  }

  private static List<String> left(PoolAdmin pool) throws IOException {
    int jobs = pool.status().trainingJobsLeft();
    return jobs > 0 ? List.of(jobs + " training jobs are left") : List.of();
  }
}
