/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.job;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/**
 * Jobs one after the other, by two jars in turn that hold the same classes with different code:
 * {@code ManyJobs COUNT INPUT OUTPUT JAR JAR}. Each prints {@code job N done} or ends the program
 * with status 1. The classes are known by name only, so that one client can submit both.
 */
public final class ManyJobs {
  private static final int INPUT = 1;
  private static final int OUTPUT = 2;
  private static final int JARS = 3;

  private ManyJobs() {}

  /** Runs the jobs. */
  public static void main(String[] words) throws Exception {
    List<String> jars = List.of(words[JARS], words[JARS + 1]);
    int count = Integer.parseInt(words[0]);
    for (int i = 0; i < count; i++) {
      Job job = job(jars.get(i % 2), words[INPUT], words[OUTPUT] + "/" + i);
      if (!job.waitForCompletion(false)) {
        System.out.println("job " + i + " failed");
        System.exit(1);
      }
      System.out.println("job " + i + " done");
    }
  }

  private static Job job(String jar, String input, String output) throws IOException {
    Configuration configuration = new Configuration();
    configuration.setInt("mapreduce.client.completion.pollinterval", 50);
    Job job = Job.getInstance(configuration, "words of " + jar);
    job.setJar(jar);
    job.getConfiguration().set("mapreduce.job.map.class", "job.Words$Counts");
    job.getConfiguration().set("mapreduce.job.reduce.class", "job.Words$Adds");
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(IntWritable.class);
    FileInputFormat.addInputPath(job, new Path(input));
    FileOutputFormat.setOutputPath(job, new Path(output));
    return job;
  }
}
