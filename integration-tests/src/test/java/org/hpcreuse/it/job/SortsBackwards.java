/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.job;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A job whose classes have the static state that jobs have: {@code SortsBackwards [-D key=value]…
 * INPUT OUTPUT}. It writes each line once, with how often it comes, in backward order.
 */
public final class SortsBackwards extends Configured implements Tool {
  /** What each map logs. */
  public static final String LOGGED = "this map is the first of its JVM";

  /** Group of the counters that are named after the identity of a map's class. */
  public static final String CLASSES = "Classes";

  /** Runs the job; the exit status is 0 when it has succeeded. */
  public static void main(String[] words) throws Exception {
    System.exit(ToolRunner.run(new Configuration(), new SortsBackwards(), words));
  }

  @Override
  public int run(String[] words) throws Exception {
    Job job = Job.getInstance(getConf(), "sorts backwards");
    job.setJarByClass(SortsBackwards.class);
    job.setMapperClass(Lines.class);
    job.setReducerClass(Counts.class);
    job.setNumReduceTasks(1);
    job.setMapOutputKeyClass(Line.class);
    job.setMapOutputValueClass(NullWritable.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(Text.class);
    FileInputFormat.addInputPath(job, new Path(words[0]));
    FileOutputFormat.setOutputPath(job, new Path(words[1]));
    return job.waitForCompletion(true) ? 0 : 1;
  }

  /** A key whose order is that of a comparator which its initialiser registers. */
  public static final class Line implements WritableComparable<Line> {
    static {
      WritableComparator.define(Line.class, new Backwards());
    }

    private final Text text = new Text();

    @Override
    public void write(DataOutput out) throws IOException {
      text.write(out);
    }

    @Override
    public void readFields(DataInput in) throws IOException {
      text.readFields(in);
    }

    @Override
    public int compareTo(Line other) {
      return text.compareTo(other.text);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Line line && text.equals(line.text);
    }

    @Override
    public int hashCode() {
      return text.hashCode();
    }
  }

  /** Compares the written form, as most of Hadoop's do. */
  static final class Backwards extends WritableComparator {
    private static final Text.Comparator FORWARDS = new Text.Comparator();

    Backwards() {
      super(Line.class);
    }

    @Override
    public int compare(byte[] b1, int s1, int l1, byte[] b2, int s2, int l2) {
      return FORWARDS.compare(b2, s2, l2, b1, s1, l1);
    }
  }

  /** Fails when another container has been in its JVM. */
  public static final class Lines extends Mapper<Object, Text, Line, NullWritable> {
    private static final Logger LOG = LoggerFactory.getLogger(Lines.class);
    private static final Line LINE = new Line();
    private static int maps;

    @Override
    protected void setup(Mapper<Object, Text, Line, NullWritable>.Context context) {
      if (++maps != 1) {
        throw new IllegalStateException("map " + maps + " of this JVM");
      }
      LOG.info(LOGGED);
      context.getCounter(CLASSES, "c" + System.identityHashCode(Lines.class)).increment(1);
    }

    @Override
    protected void map(
        Object key, Text line, Mapper<Object, Text, Line, NullWritable>.Context context)
        throws IOException, InterruptedException {
      LINE.text.set(line);
      context.write(LINE, NullWritable.get());
    }
  }

  /** Counts equal lines. */
  public static final class Counts extends Reducer<Line, NullWritable, Text, Text> {
    @Override
    protected void reduce(
        Line line,
        Iterable<NullWritable> values,
        Reducer<Line, NullWritable, Text, Text>.Context context)
        throws IOException, InterruptedException {
      int count = 0;
      for (NullWritable value : values) {
        count += value.equals(NullWritable.get()) ? 1 : 0;
      }
      context.write(line.text, new Text(Integer.toString(count)));
    }
  }
}
