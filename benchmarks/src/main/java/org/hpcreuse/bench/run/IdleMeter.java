/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.run;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.cluster.Footprint;
import org.hpcreuse.bench.process.ProcessTable;
import org.hpcreuse.bench.samples.IdleCost;
import org.hpcreuse.protocol.ExitCodes;

/** What the processes of a pool cost that is left alone. */
public final class IdleMeter {
  private static final Duration WINDOW = Duration.ofSeconds(60);

  private IdleMeter() {}

  /**
   * Waits until the slots are at rest, then looks at the processes twice, a minute apart. The
   * manager is not asked meanwhile: an answer is work.
   *
   * @throws BenchException when the slots do not come to rest
   */
  public static IdleCost measure(Cluster cluster)
      throws IOException, BenchException, InterruptedException {
    Rest.await(cluster);
    Map<String, Long> pids = new LinkedHashMap<>(cluster.pool().processes());
    if (cluster.clientPool().isPresent()) {
      cluster
          .clientPool()
          .get()
          .processes()
          .forEach((name, pid) -> pids.put("client " + name, pid));
    }
    ProcessTable before = ProcessTable.read();
    long start = System.nanoTime();
    TimeUnit.NANOSECONDS.sleep(WINDOW.toNanos());
    ProcessTable after = ProcessTable.read();
    long ms = Duration.ofNanos(System.nanoTime() - start).toMillis();
    List<IdleCost.Idle> processes = new ArrayList<>();
    for (Map.Entry<String, Long> process : pids.entrySet()) {
      long pid = process.getValue();
      OptionalLong rssKb = Footprint.rssKib(pid);
      if (rssKb.isEmpty()) {
        throw new BenchException(
            ExitCodes.FAILED,
            process.getKey() + " (pid " + pid + ") of " + cluster.dir() + " ended while idle");
      }
      processes.add(
          new IdleCost.Idle(
              process.getKey(), pid, after.ownMs(pid) - before.ownMs(pid), rssKb.getAsLong()));
    }
    return new IdleCost(cluster.arm(), ms, processes);
  }
}
