/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.kmeans;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FixedLengthInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/** {@code KMeans INPUT OUTPUT CLUSTERS ITERATIONS}: a job for each iteration. */
@SuppressWarnings("SameNameButDifferent") // the contexts of mappers and of reducers
public final class KMeans extends Configured implements Tool {
  /** Setting of a job: the centres. */
  private static final String CENTRES = "hpc-reuse.kmeans.centres";

  private static final int USAGE = 2;
  private static final int FAILED = 1;
  private static final int ARGUMENTS = 4;
  private static final Pattern FIELDS = Pattern.compile("[ \t]");

  /** Runs it. */
  public static void main(String[] args) throws Exception {
    System.exit(ToolRunner.run(new Configuration(), new KMeans(), args));
  }

  @Override
  public int run(String[] args) throws IOException, InterruptedException, ClassNotFoundException {
    if (args.length != ARGUMENTS) {
      System.err.println("usage: KMeans INPUT OUTPUT CLUSTERS ITERATIONS");
      return USAGE;
    }
    Path input = new Path(args[0]);
    Path output = new Path(args[1]);
    Centres centres = Centres.first(getConf(), input, Integer.parseInt(args[2]));
    int iterations = Integer.parseInt(args[3]);
    for (int i = 1; i <= iterations; i++) {
      long begin = System.nanoTime();
      Path sums = new Path(output, "sums-" + i);
      if (!job(centres, input, sums).waitForCompletion(false)) {
        System.err.println("kmeans: iteration " + i + " failed");
        return FAILED;
      }
      centres = centres.moved(read(sums, centres.count()));
      System.out.printf(
          Locale.ROOT, "iteration  %d  %.3f s%n", i, (System.nanoTime() - begin) / 1e9);
    }
    centres.write(getConf(), output);
    return 0;
  }

  private Job job(Centres centres, Path input, Path output) throws IOException {
    Configuration configuration = new Configuration(getConf());
    configuration.set(CENTRES, centres.toString());
    FixedLengthInputFormat.setRecordLength(configuration, Centres.POINT_BYTES);
    Job job = Job.getInstance(configuration, "kmeans");
    job.setJarByClass(KMeans.class);
    job.setInputFormatClass(FixedLengthInputFormat.class);
    FixedLengthInputFormat.addInputPath(job, input);
    job.setMapperClass(NearestMapper.class);
    job.setReducerClass(SumReducer.class);
    job.setNumReduceTasks(1);
    job.setOutputKeyClass(IntWritable.class);
    job.setOutputValueClass(Text.class);
    FileOutputFormat.setOutputPath(job, output);
    return job;
  }

  private Sums read(Path dir, int centres) throws IOException {
    Sums sums = new Sums(centres);
    FileSystem fileSystem = dir.getFileSystem(getConf());
    for (FileStatus part : fileSystem.listStatus(dir, path -> path.getName().startsWith("part-"))) {
      try (BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(fileSystem.open(part.getPath()), StandardCharsets.UTF_8))) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          String[] fields = FIELDS.split(line, -1);
          sums.add(
              Integer.parseInt(fields[0]),
              Double.parseDouble(fields[1]),
              Double.parseDouble(fields[2]),
              Double.parseDouble(fields[3]));
        }
      }
    }
    return sums;
  }

  /** Adds up the points of each centre; writes one record a centre at its end. */
  static final class NearestMapper extends Mapper<LongWritable, BytesWritable, IntWritable, Text> {
    private Centres centres;
    private Sums sums;

    @Override
    protected void setup(Context context) {
      centres = Centres.parse(context.getConfiguration().get(CENTRES));
      sums = new Sums(centres.count());
    }

    @Override
    protected void map(LongWritable offset, BytesWritable point, Context context) {
      ByteBuffer bytes = ByteBuffer.wrap(point.getBytes());
      double x = bytes.getDouble(0);
      double y = bytes.getDouble(Double.BYTES);
      sums.add(centres.nearest(x, y), x, y, 1);
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      for (int i = 0; i < centres.count(); i++) {
        context.write(
            new IntWritable(i), new Text(sums.x(i) + " " + sums.y(i) + " " + sums.count(i)));
      }
    }
  }

  /** Adds up what the maps have found for a centre. */
  static final class SumReducer extends Reducer<IntWritable, Text, IntWritable, Text> {
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
}
