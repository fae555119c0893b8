/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.metrics;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.SharedMetricRegistries;
import org.hpcreuse.workload.foreign.Neighbour;

/** Uses the registries that all users of Dropwizard's metrics share. */
public final class Registries {
  private Registries() {}

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      SharedMetricRegistries.setDefault("left");
      SharedMetricRegistries.getOrCreate("left").counter("count").inc(5);
    }
    print("names", SharedMetricRegistries.names());
    try {
      MetricRegistry own = SharedMetricRegistries.setDefault("own");
      own.counter("c").inc();
      print("own", own.getCounters().get("c").getCount());
    } catch (IllegalStateException e) {
      print("failed", e.getMessage());
    }
    print("default", SharedMetricRegistries.getDefault().getNames());
    print("left", SharedMetricRegistries.getOrCreate("left").counter("count").getCount());
  }
}
