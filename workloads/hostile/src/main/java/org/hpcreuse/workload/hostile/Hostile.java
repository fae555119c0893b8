/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.hostile;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/**
 * {@code Hostile [-D key=value]… INPUT}: a job whose map, one for a small INPUT file, is tried
 * once, spoils its JVM and halts it. The exit status is 0 when the job has failed, as it should.
 */
public final class Hostile extends Configured implements Tool {

  /** Runs the job. */
  public static void main(String[] words) throws Exception {
    System.exit(ToolRunner.run(new Configuration(), new Hostile(), words));
  }

  @Override
  public int run(String[] words) throws Exception {
    if (words.length != 1) {
      System.err.println("usage: Hostile [-D key=value]… INPUT");
      return 2;
    }
    Configuration conf = getConf();
    conf.setInt("mapreduce.map.maxattempts", 1);
    Job job = Job.getInstance(conf, "hostile");
    job.setJarByClass(Hostile.class);
    job.setMapperClass(HostileMapper.class);
    job.setNumReduceTasks(0);
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(Text.class);
    job.setOutputFormatClass(NullOutputFormat.class);
    FileInputFormat.addInputPath(job, new Path(words[0]));
    return job.waitForCompletion(true) ? 1 : 0;
  }
}
