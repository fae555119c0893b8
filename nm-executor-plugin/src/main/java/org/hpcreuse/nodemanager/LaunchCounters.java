/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager;

import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts launches. Thread-safe. */
final class LaunchCounters implements LaunchCountersMXBean {
  private static final Logger LOG = LoggerFactory.getLogger(LaunchCounters.class);
  private final LongAdder reused = new LongAdder();
  private final LongAdder forked = new LongAdder();
  private final Map<String, LongAdder> reasons = new ConcurrentHashMap<>();

  void reused() {
    reused.increment();
  }

  void forked(Reason reason) {
    forked.increment();
    refused(reason);
  }

  void refused(Reason reason) {
    reasons.computeIfAbsent(reason.key(), k -> new LongAdder()).increment();
  }

  @Override
  public long getReused() {
    return reused.sum();
  }

  @Override
  public long getForked() {
    return forked.sum();
  }

  @Override
  public Map<String, Long> getReasons() {
    Map<String, Long> sums = new TreeMap<>();
    reasons.forEach((key, count) -> sums.put(key, count.sum()));
    return sums;
  }

  /** Shows the counts in JMX, which the NodeManager's /jmx page reads. */
  void register() {
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
