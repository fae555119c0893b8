/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.hostile;

import java.io.IOException;
import java.util.Locale;
import java.util.TimeZone;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
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
    job.setMapperClass(Spoils.class);
    job.setNumReduceTasks(0);
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(Text.class);
    job.setOutputFormatClass(NullOutputFormat.class);
    FileInputFormat.addInputPath(job, new Path(words[0]));
    return job.waitForCompletion(true) ? 1 : 0;
  }

  /**
   * Changes what all of a JVM shares, leaves a child process and a thread that never looks at
   * interrupts behind, and halts.
   */
  static final class Spoils extends Mapper<Object, Text, NullWritable, Text> {
    private static final int STATUS = 3;
    private static volatile long count;

    @Override
    public void run(Context context) throws IOException {
      System.setProperty("user.dir", "/");
      System.setProperty("java.io.tmpdir", "/nowhere");
      System.clearProperty("line.separator");
      Locale.setDefault(new Locale("tr", "TR"));
      TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Kiritimati"));
      Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> Runtime.getRuntime().halt(0));
      Runtime.getRuntime().addShutdownHook(new Thread(Spoils::loop, "hostile-hook"));
      new Thread(Spoils::loop, "hostile-loop").start();
      new ProcessBuilder("sleep", "600").start();
      System.err.close();
      System.out.close();
      Runtime.getRuntime().halt(STATUS);
    }

    private static void loop() {
      while (count >= 0) {
        count = (count + 1) & Integer.MAX_VALUE;
      }
    }
  }
}
