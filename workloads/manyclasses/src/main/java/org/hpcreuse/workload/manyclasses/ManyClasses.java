/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.manyclasses;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/**
 * {@code ManyClasses [-D key=value]… CLASSES INPUT OUTPUT}: word count. Every task first
 * initialises the classes {@code C0} … of this package's {@code generated}, {@code CLASSES} of
 * them, which the job's jar must hold; a class that a slot's earlier job has left behind would be
 * found initialised already, and fails the task.
 */
public final class ManyClasses extends Configured implements Tool {

  /** Runs the job; the exit status is 0 when it has succeeded. */
  public static void main(String[] words) throws Exception {
    System.exit(ToolRunner.run(new Configuration(), new ManyClasses(), words));
  }

  @Override
  public int run(String[] words) throws Exception {
    if (words.length != 3) {
      System.err.println("usage: ManyClasses [-D key=value]… CLASSES INPUT OUTPUT");
      return 2;
    }
    Job job = Job.getInstance(getConf(), "many classes: " + words[1]);
    job.getConfiguration().setInt(Generated.COUNT, Integer.parseInt(words[0]));
    job.setJarByClass(ManyClasses.class);
    job.setMapperClass(WordMapper.class);
    job.setCombinerClass(SumReducer.class);
    job.setReducerClass(SumReducer.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(IntWritable.class);
    FileInputFormat.addInputPath(job, new Path(words[1]));
    FileOutputFormat.setOutputPath(job, new Path(words[2]));
    return job.waitForCompletion(true) ? 0 : 1;
  }
}
