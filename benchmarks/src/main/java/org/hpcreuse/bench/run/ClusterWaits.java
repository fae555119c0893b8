/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.run;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.hpcreuse.bench.cluster.Await;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.cluster.ClusterPool;
import org.hpcreuse.bench.cluster.MachineTime;

/** What is waited for before something is measured. */
public final class ClusterWaits {
  /** A slot gives its memory back after some 10 s; a lost one is replaced, and trains. */
  private static final Duration REST_LIMIT = Duration.ofMinutes(5);

  private static final Duration TRAINING_LIMIT = Duration.ofMinutes(15);

  /** Each look costs the pool manager a millisecond of processor time. */
  private static final Duration LOOK = Duration.ofSeconds(1);

  private static final double BUSY_SHARE = 0.2;
  private static final Duration QUIET_WINDOW = Duration.ofSeconds(2);
  private static final Duration QUIET_LIMIT = Duration.ofSeconds(90);

  private ClusterWaits() {}

  /**
   * Returns when each slot, those of clients too, is free, has collected garbage and has given its
   * memory back. Returns at once in fork mode. A {@code BenchException} names what is left.
   */
  public static void rest(Cluster cluster) throws IOException, InterruptedException {
    Await.nothingMissing(
        "the slots of " + cluster.dir() + " to rest", REST_LIMIT, LOOK, () -> unrest(cluster));
  }

  private static List<String> unrest(Cluster cluster) throws IOException {
    List<String> unrest = new ArrayList<>();
    for (ClusterPool pool : cluster.pools()) {
      unrest.addAll(pool.status().unrest());
    }
    return unrest;
  }

  /**
   * Returns when no process of a pool has training jobs left, after how many ms: samples taken
   * meanwhile would come from slots that differ, and every job would interrupt the training.
   */
  static long training(ClusterPool pool) throws IOException, InterruptedException {
    long start = System.nanoTime();
    Await.nothingMissing(
        "the training of the slots", TRAINING_LIMIT, LOOK, () -> trainingLeft(pool));
    return Duration.ofNanos(System.nanoTime() - start).toMillis();
  }

  private static List<String> trainingLeft(ClusterPool pool) throws IOException {
    int jobs = pool.status().trainingJobsLeft();
    return jobs > 0 ? List.of(jobs + " training jobs are left") : List.of();
  }

  /**
   * Returns when the processors were idle for most of two seconds, or after a limit, which a line
   * says: slots that have just started warm up for some seconds more, and what runs meanwhile, in
   * whichever arm, would be timed beside that.
   */
  public static void quiet(Consumer<String> say) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + QUIET_LIMIT.toNanos();
    double busy;
    do {
      MachineTime before = MachineTime.now();
      TimeUnit.NANOSECONDS.sleep(QUIET_WINDOW.toNanos());
      busy = MachineTime.now().busyShareSince(before);
      if (busy <= BUSY_SHARE) {
        return;
      }
    } while (System.nanoTime() < deadline);
    say.accept(
        String.format(
            "the processors are still busy %.0f %% of the time after %d s of waiting; going on",
            busy * 100, QUIET_LIMIT.toSeconds()));
  }
}
