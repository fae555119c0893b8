/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.hadoop;

import org.apache.hadoop.metrics2.MetricsSystem;
import org.apache.hadoop.metrics2.annotation.Metric;
import org.apache.hadoop.metrics2.annotation.Metrics;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.MutableCounterLong;
import org.apache.hadoop.metrics2.source.JvmMetrics;

/** Leaves Hadoop's metrics system started, with sources of its own. */
public final class StartsMetrics {
  private StartsMetrics() {}

  /** Leaves it. */
  public static void main(String[] args) {

    MetricsSystem metrics = DefaultMetricsSystem.initialize("LeftBehind");
    JvmMetrics.initSingleton("LeftBehind", "session");
    metrics.register("left-behind", "", new Source()).count.incr();
  }

  /** Counts. */
  @Metrics(context = "left")
  public static final class Source {
    @Metric("a count")
    MutableCounterLong count;
  }
}
