/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.kmeans;

import java.io.IOException;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/** Adds up what the maps have found for a centre. */
public final class SumReducer extends Reducer<IntWritable, Text, IntWritable, Text> {
  @Override
  protected void reduce(IntWritable centre, Iterable<Text> parts, Context context)
      throws IOException, InterruptedException {
    double x = 0;
    double y = 0;
    double count = 0;
    for (Text part : parts) {
      String[] fields = part.toString().split(" ", -1);
      x += Double.parseDouble(fields[0]);
      y += Double.parseDouble(fields[1]);
      count += Double.parseDouble(fields[2]);
    }
    context.write(centre, new Text(x + " " + y + " " + count));
  }
}
