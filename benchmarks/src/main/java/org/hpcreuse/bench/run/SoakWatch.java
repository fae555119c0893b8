/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.run;

import java.io.IOException;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.samples.RunDirectory;
import org.hpcreuse.bench.samples.SlotAudit;
import org.hpcreuse.bench.samples.SlotReading;

/**
 * Reads what the slots have come to after each job, which costs nothing. Some forty times in a run,
 * and after the last job, it lets them come to rest first: their memory can be compared only then.
 * At the end it measures the idle slots, and audits them.
 */
public final class SoakWatch implements SlotWatch {
  private static final int RESTS = 40;

  private final int jobs;

  /** Watches so many jobs. */
  public SoakWatch(int jobs) {
    this.jobs = jobs;
  }

  @Override
  public boolean pauses() {
    return false;
  }

  @Override
  public void afterSample(String workload, int round, Cluster cluster, RunDirectory lines)
      throws IOException, BenchException, InterruptedException {
    boolean rested = rests(round, jobs);
    if (rested) {
      Rest.await(cluster);
    }
    lines.append(new SlotReading(workload, round, rested, cluster.pool().status().figures()));
  }

  /** Whether the slots rest after a job; they do after the last one. */
  static boolean rests(int round, int jobs) {
    return (jobs - 1 - round) % Math.max(1, jobs / RESTS) == 0;
  }

  @Override
  public void afterLast(Cluster cluster, RunDirectory lines)
      throws IOException, BenchException, InterruptedException {
    lines.append(IdleMeter.measure(cluster));
    lines.append(new SlotAudit("idle", 0, cluster.audit()));
  }
}
