/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.manyclasses;

import java.io.IOException;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskType;

/** Adds up; the reducer, and the combiner in maps. */
public final class SumReducer extends Reducer<Text, IntWritable, Text, IntWritable> {
  @Override
  protected void setup(Context context) throws IOException {
    if (context.getTaskAttemptID().getTaskType() == TaskType.REDUCE) {
      Generated.useAll(context.getConfiguration());
    }
  }

  @Override
  protected void reduce(Text word, Iterable<IntWritable> ones, Context context)
      throws IOException, InterruptedException {
    int sum = 0;
    for (IntWritable one : ones) {
      sum += one.get();
    }
    context.write(word, new IntWritable(sum));
  }
}
