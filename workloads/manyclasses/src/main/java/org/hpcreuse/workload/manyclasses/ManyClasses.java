/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.manyclasses;

import java.io.IOException;
import java.util.StringTokenizer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskType;
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
@SuppressWarnings("SameNameButDifferent") // the contexts of mappers and of reducers
public final class ManyClasses extends Configured implements Tool {
  private static final String COUNT = "manyclasses.count";
  private static final String NAME = ManyClasses.class.getPackageName() + ".generated.C";

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
    job.getConfiguration().setInt(COUNT, Integer.parseInt(words[0]));
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

  /** Initialises and asks all of the job's classes; each counts how often it was asked before. */
  private static void useAll(Configuration conf) throws IOException {
    int count = conf.getInt(COUNT, 0);
    try {
      for (int i = 0; i < count; i++) {
        int before =
            (int)
                Class.forName(NAME + i, true, ManyClasses.class.getClassLoader())
                    .getMethod("use")
                    .invoke(null);
        if (before != 0) {
          throw new IOException(NAME + i + " has been used " + before + " times before");
        }
      }
    } catch (ReflectiveOperationException e) {
      throw new IOException("the job's jar has not all of its " + count + " classes", e);
    }
  }

  /** Each word with a one. */
  static final class WordMapper extends Mapper<Object, Text, Text, IntWritable> {
    private static final IntWritable ONE = new IntWritable(1);
    private final Text word = new Text();

    @Override
    protected void setup(Context context) throws IOException {
      useAll(context.getConfiguration());
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

  /** Adds up; the reducer, and the combiner in maps. */
  static final class SumReducer extends Reducer<Text, IntWritable, Text, IntWritable> {
    @Override
    protected void setup(Context context) throws IOException {
      if (context.getTaskAttemptID().getTaskType() == TaskType.REDUCE) {
        useAll(context.getConfiguration());
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
}
