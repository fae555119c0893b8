/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.metrics;

import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.hpcreuse.protocol.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts launches. Thread-safe. */
public final class LaunchCounters implements LaunchCountersMXBean {
  private static final Logger LOG = LoggerFactory.getLogger(LaunchCounters.class);
  private final LongAdder reused = new LongAdder();
  private final LongAdder lost = new LongAdder();
  private final LongAdder reacquired = new LongAdder();
  private final Map<String, LongAdder> forks = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> refusals = new ConcurrentHashMap<>();

  public void reused() {
    reused.increment();
  }

  public void lost() {
    lost.increment();
  }

  public void reacquired() {
    reacquired.increment();
  }

  public void forked(Reason reason) {
    count(forks, reason);
  }

  public void refused(Reason reason) {
    count(refusals, reason);
  }

  private static void count(Map<String, LongAdder> counts, Reason reason) {
    counts.computeIfAbsent(reason.kind().key(), k -> new LongAdder()).increment();
  }

  @Override
  public long getReused() {
    return reused.sum();
  }

  /** Containers whose end is not known; those that had a slot are among the reused. */
  long sumOfLost() {
    return lost.sum();
  }

  /** Containers of an earlier NodeManager that were taken up in their slots. */
  long sumOfReacquired() {
    return reacquired.sum();
  }

  @Override
  public long getForked() {
    return total(forks);
  }

  /** Containers that were neither run in a slot nor forked. */
  long sumOfRefused() {
    return total(refusals);
  }

  private static long total(Map<String, LongAdder> counts) {
    return counts.values().stream().mapToLong(LongAdder::sum).sum();
  }

  /** Forked containers by reason. */
  Map<String, Long> forks() {
    return sums(forks);
  }

  /** Refused containers by reason. */
  Map<String, Long> refusals() {
    return sums(refusals);
  }

  private static Map<String, Long> sums(Map<String, LongAdder> counts) {
    Map<String, Long> sums = new TreeMap<>();
    counts.forEach((key, count) -> sums.put(key, count.sum()));
    return sums;
  }

  @Override
  public Map<String, Long> getReasons() {
    Map<String, Long> reasons = forks();
    refusals().forEach((key, count) -> reasons.merge(key, count, Long::sum));
    return reasons;
  }

  /** Shows the counts in JMX, which the NodeManager's /jmx page reads. */
  public void register() {
    try {
      MBeanServer server = ManagementFactory.getPlatformMBeanServer();
      ObjectName name = new ObjectName("org.hpcreuse:type=Launches");
      if (server.isRegistered(name)) {
        server.unregisterMBean(name);
      }
      server.registerMBean(this, name);
    } catch (JMException e) {
      LOG.warn("launch counters are not shown in JMX", e);
    }
  }

  @Override
  public String toString() {
    return "launches: reused=" + getReused() + " forked=" + getForked() + " " + getReasons();
  }
}
