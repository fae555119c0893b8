/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.run;

import java.io.IOException;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.samples.RunDirectory;

/** Measures what the pool costs that is left alone, some times. */
public final class IdleWatch implements SlotWatch {
  private final int times;

  /** Measures so often. */
  public IdleWatch(int times) {
    this.times = times;
  }

  @Override
  public boolean pauses() {
    return true;
  }

  @Override
  public void afterSample(String workload, int round, Cluster cluster, RunDirectory lines) {
    // Nothing is idle then.
  }

  @Override
  public void afterLast(Cluster cluster, RunDirectory lines)
      throws IOException, BenchException, InterruptedException {
    for (int i = 0; i < times; i++) {
      lines.append(IdleMeter.measure(cluster));
    }
  }
}
