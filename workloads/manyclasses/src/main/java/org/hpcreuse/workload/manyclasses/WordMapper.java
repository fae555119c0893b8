/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.manyclasses;

import java.io.IOException;
import java.util.StringTokenizer;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/** Each word with a one. */
public final class WordMapper extends Mapper<Object, Text, Text, IntWritable> {
  private static final IntWritable ONE = new IntWritable(1);
  private final Text word = new Text();

  @Override
  protected void setup(Context context) throws IOException {
    Generated.useAll(context.getConfiguration());
  }

  @Override
  protected void map(Object key, Text line, Context context)
      throws IOException, InterruptedException {
    StringTokenizer words = new StringTokenizer(line.toString());
    while (words.hasMoreTokens()) {
      word.set(words.nextToken());
      context.write(word, ONE);
    }
  }
}
