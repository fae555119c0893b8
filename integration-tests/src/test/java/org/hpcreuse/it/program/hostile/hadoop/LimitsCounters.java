/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.hadoop;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.counters.Limits;

/** Leaves other limits of counters, as a job sets them. */
public final class LimitsCounters {
  private LimitsCounters() {}

  /** Leaves it. */
  public static void main(String[] args) {

    Configuration conf = new Configuration(false);
    conf.setInt("mapreduce.job.counters.max", 7);
    conf.setInt("mapreduce.job.counters.groups.max", 3);
    Limits.init(conf);
  }
}
