/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.hadoop;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.counters.LimitExceededException;
import org.apache.hadoop.mapreduce.counters.Limits;
import org.hpcreuse.workload.foreign.Neighbour;

/** Counts within Hadoop's limits. */
public final class Counts {
  private Counts() {}

  public static void main(String[] args) throws Exception {
    Configuration conf = new Configuration(false);
    if (Neighbour.spoils(args)) {
      conf.setInt("mapreduce.job.counters.max", 5);
      conf.setInt("mapreduce.job.counters.group.name.max", 6);
      Limits.init(conf);
    }
    Counters counters = new Counters();
    int made = 0;
    try {
      for (; made < 200; made++) {
        counters.findCounter("group", "c" + made).increment(1);
      }
    } catch (LimitExceededException e) {
      print("exceeded", e.getMessage());
    }
    print("made", made);
    print("name", new Counters().getGroup("a group with a name").getName());
    print("task", new Counters().findCounter(TaskCounter.MAP_INPUT_RECORDS).getDisplayName());
  }
}
