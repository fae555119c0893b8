/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

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
import org.hpcreuse.bench.cluster.ClusterPool;
import org.hpcreuse.bench.cluster.ProcessTable;

/**
 * What a benchmark looks at in slots, beside its samples.
 *
 * @param look what it looks at
 * @param jobs how many there are in the run
 * @param times how often it measures the idle pool; or how often the slots rest in a run, or a few
 *     times more
 */
record SlotWatch(Look look, int jobs, int times) {
  private static final Duration IDLE_WINDOW = Duration.ofSeconds(60);

  /** What there is to look at. */
  enum Look {
    /** The samples are all. */
    NOTHING,
    /** An audit after each job; it makes a full collection itself. */
    AUDITS,
    /** What the pool costs that is left alone. */
    IDLE,
    /**
     * The slots' own figures after each job, which cost nothing. Some times in a run, and after the
     * last job, the slots come to rest first: their memory can be compared only then. At the end
     * the idle pool is measured, and an audit made.
     */
    GROWTH
  }

  /**
   * Whether slots come to rest before and after each sample. Where they do not, the processor time
   * of a sample is not measured.
   */
  boolean pauses() {
    return look == Look.NOTHING || look == Look.IDLE;
  }

  /** Looks at the slots of an arm with a pool after a sample. */
  void afterSample(String workload, int round, Cluster cluster, RunDirectory lines)
      throws IOException, InterruptedException {
    if (look == Look.AUDITS) {
      lines.append(new Entry.Audit(workload, round, cluster.audit()));
    } else if (look == Look.GROWTH) {
      boolean rested = restsAfter(round);
      if (rested) {
        cluster.rest();
      }
      lines.append(new Entry.Reading(workload, round, rested, cluster.pool().status().figures()));
    }
  }

  /** Whether the slots rest after a job; they do after the last one. */
  boolean restsAfter(int round) {
    return (jobs - 1 - round) % Math.max(1, jobs / times) == 0;
  }

  /** Looks at the slots of a cluster with a pool after the last sample. */
  void afterLast(Cluster cluster, RunDirectory lines) throws IOException, InterruptedException {
    if (look == Look.IDLE) {
      for (int i = 0; i < times; i++) {
        lines.append(idle(cluster));
      }
    } else if (look == Look.GROWTH) {
      lines.append(idle(cluster));
      lines.append(new Entry.Audit("idle", 0, cluster.audit()));
    }
  }

  /**
   * Waits until the slots are at rest, then looks at the processes twice, a minute apart. The
   * manager is not asked meanwhile: an answer is work.
   */
  private static Entry.IdleCost idle(Cluster cluster) throws IOException, InterruptedException {
    cluster.rest();
    Map<String, Long> pids = new LinkedHashMap<>(cluster.pool().processes());
    ClusterPool clients = cluster.clientPool().orElse(null);
    if (clients != null) {
      clients.processes().forEach((name, pid) -> pids.put("client " + name, pid));
    }
    ProcessTable before = ProcessTable.read();
    long start = System.nanoTime();
    TimeUnit.NANOSECONDS.sleep(IDLE_WINDOW.toNanos());
    ProcessTable after = ProcessTable.read();
    long ms = Duration.ofNanos(System.nanoTime() - start).toMillis();
    List<Entry.Idle> processes = new ArrayList<>();
    for (Map.Entry<String, Long> process : pids.entrySet()) {
      long pid = process.getValue();
      OptionalLong rssKb = ProcessTable.rssKib(pid);
      if (rssKb.isEmpty()) {
        throw BenchException.failed(
            process.getKey() + " (pid " + pid + ") of " + cluster.dir() + " ended while idle");
      }
      long cpuMs = after.ownMs(pid) - before.ownMs(pid);
      processes.add(new Entry.Idle(process.getKey(), pid, cpuMs, rssKb.getAsLong()));
    }
    return new Entry.IdleCost(cluster.arm(), ms, processes);
  }
}
