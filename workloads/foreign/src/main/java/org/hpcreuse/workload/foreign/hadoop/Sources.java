/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.hadoop;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import org.apache.hadoop.metrics2.MetricsSystem;
import org.apache.hadoop.metrics2.annotation.Metric;
import org.apache.hadoop.metrics2.annotation.Metrics;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.MutableCounterLong;
import org.apache.hadoop.metrics2.source.JvmMetrics;
import org.hpcreuse.workload.foreign.Neighbour;

/** Registers metrics with Hadoop's system. */
public final class Sources {
  private Sources() {}

  /** Its counts. */
  @Metrics(context = "own")
  public static final class Counts {
    @Metric("Rows")
    MutableCounterLong rows;
  }

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      DefaultMetricsSystem.setMiniClusterMode(true);
      DefaultMetricsSystem.initialize("Left");
      JvmMetrics.initSingleton("left", "");
      DefaultMetricsSystem.instance().register("Counts2", "left", new Counts()).rows.incr(4);
    }
    print("mini", DefaultMetricsSystem.inMiniClusterMode());
    print("left", DefaultMetricsSystem.instance().getSource("Counts2") != null);
    MetricsSystem system = DefaultMetricsSystem.initialize("Own");
    Counts counts = system.register("Counts", "own", new Counts());
    counts.rows.incr();
    print("rows", counts.rows.value());
    print("source", DefaultMetricsSystem.sourceName("Counts", true));
    print(
        "beans",
        java.lang.management.ManagementFactory.getPlatformMBeanServer()
            .queryNames(new javax.management.ObjectName("Hadoop:*"), null)
            .stream()
            .map(Object::toString)
            .sorted()
            .toList());
  }
}
