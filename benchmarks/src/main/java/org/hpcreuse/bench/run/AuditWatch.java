/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.run;

import java.io.IOException;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.samples.RunDirectory;
import org.hpcreuse.bench.samples.SlotAudit;

/** Audits the slots after each job. */
public final class AuditWatch implements SlotWatch {
  /** An audit makes a full collection itself. */
  @Override
  public boolean pauses() {
    return false;
  }

  @Override
  public void afterSample(String workload, int round, Cluster cluster, RunDirectory lines)
      throws IOException, BenchException, InterruptedException {
    lines.append(new SlotAudit(workload, round, cluster.audit()));
  }

  @Override
  public void afterLast(Cluster cluster, RunDirectory lines) {
    // The last job's audit has been made.
  }
}
