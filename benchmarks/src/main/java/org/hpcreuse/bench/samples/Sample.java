/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.samples;

import java.util.List;
import java.util.Map;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.Job;
import org.hpcreuse.bench.phase.ContainerTimes;

/**
 * One workload run once in one arm.
 *
 * @param workload its name
 * @param arm where
 * @param round number of the sample, 0-based
 * @param startedMs when, ms since the epoch
 * @param wallMs the clients' time from start to end, JVM start included, ms
 * @param jobs its jobs by submission
 * @param containers all their containers
 * @param outputs what must be the same in all arms
 * @param cpuMs processor time by part of the cluster, releases and the collections that follow
 *     included, ms; empty where it was not measured, as in samples of earlier versions
 */
public record Sample(
    String workload,
    Arm arm,
    int round,
    long startedMs,
    long wallMs,
    List<Job> jobs,
    List<ContainerTimes> containers,
    Map<String, String> outputs,
    Map<String, Long> cpuMs)
    implements Entry {
  public Sample {
    cpuMs = cpuMs == null ? Map.of() : Map.copyOf(cpuMs);
  }

  /** The processor time of all parts together, ms. */
  public long cpuSumMs() {
    return cpuMs.values().stream().mapToLong(Long::longValue).sum();
  }

  /** The jobs' times together, ms. */
  public long jobsMs() {
    return jobs.stream().mapToLong(Job::elapsedMs).sum();
  }
}
