/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.run;

import java.io.IOException;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.samples.RunDirectory;
import org.hpcreuse.bench.samples.SlotAudit;
import org.hpcreuse.bench.samples.SlotReading;

/**
 * Reads what the slots have come to after each job, which costs nothing. Some times in a run, and
 * after the last job, it lets them come to rest first: their memory can be compared only then. At
 * the end it measures the idle slots, and audits them.
 */
public final class SoakWatch implements SlotWatch {
  private final int jobs;
  private final int rests;

  /** Watches so many jobs, with so many rests or a few more. */
  public SoakWatch(int jobs, int rests) {
    this.jobs = jobs;
    this.rests = rests;
  }

  @Override
  public boolean pauses() {
    return false;
  }

  @Override
  public void afterSample(String workload, int round, Cluster cluster, RunDirectory lines)
      throws IOException, BenchException, InterruptedException {
    boolean rested = restsAfter(round);
    if (rested) {
      Rest.await(cluster);
    }
    lines.append(new SlotReading(workload, round, rested, cluster.pool().status().figures()));
  }

  /** Whether the slots rest after a job; they do after the last one. */
  boolean restsAfter(int round) {
    return (jobs - 1 - round) % Math.max(1, jobs / rests) == 0;
  }

  @Override
  public void afterLast(Cluster cluster, RunDirectory lines)
      throws IOException, BenchException, InterruptedException {
    lines.append(IdleMeter.measure(cluster));
    lines.append(new SlotAudit("idle", 0, cluster.audit()));
  }
}
