/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.kmeans;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FixedLengthInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/** {@code KMeans INPUT OUTPUT CLUSTERS ITERATIONS}: a job for each iteration. */
public final class KMeans extends Configured implements Tool {
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
    configuration.set(NearestMapper.CENTRES, centres.toString());
    FixedLengthInputFormat.setRecordLength(configuration, Point.BYTES);
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
}
