/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pagerank;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;

/** Sets up the three kinds of job. */
final class PageRankJobs {
  private final Configuration configuration;
  private final Arguments arguments;

  PageRankJobs(Configuration configuration, Arguments arguments) {
    this.configuration = configuration;
    this.arguments = arguments;
  }

  /** Edge lists to nodes. */
  Job read(Path output) throws IOException {
    Job job = job("read", arguments.input(), output);
    job.setInputFormatClass(TextInputFormat.class);
    FileInputFormat.setInputDirRecursive(job, true);
    job.setMapperClass(EdgeMapper.class);
    job.setCombinerClass(TargetsCombiner.class);
    job.setReducerClass(NodeReducer.class);
    job.setMapOutputValueClass(Targets.class);
    return toNodes(job);
  }

  /** Nodes to nodes with new ranks. */
  Job iterate(int iteration, GraphSummary summary, Path nodes, Path output) throws IOException {
    Job job = job("iteration " + iteration, nodes, output);
    job.getConfiguration().set(RankReducer.DAMPING, Double.toString(arguments.damping()));
    job.getConfiguration()
        .set(RankReducer.DANGLING_SHARE, Double.toString(summary.danglingShare()));
    job.setInputFormatClass(SequenceFileInputFormat.class);
    job.setMapperClass(RankMapper.class);
    job.setCombinerClass(UpdateCombiner.class);
    job.setReducerClass(RankReducer.class);
    job.setMapOutputValueClass(NodeUpdate.class);
    return toNodes(job);
  }

  /** Nodes to text. */
  Job write(GraphSummary summary, Path nodes, Path output) throws IOException {
    Job job = job("write", nodes, output);
    job.getConfiguration().set(ResultMapper.NODES, Long.toString(summary.nodes()));
    job.setInputFormatClass(SequenceFileInputFormat.class);
    job.setMapperClass(ResultMapper.class);
    job.setNumReduceTasks(0);
    job.setOutputFormatClass(TextOutputFormat.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(DoubleWritable.class);
    return job;
  }

  private Job job(String step, Path input, Path output) throws IOException {
    Job job = Job.getInstance(configuration, "pagerank " + step + ": " + arguments.input());
    job.setJarByClass(PageRankJobs.class);
    arguments.reduces().ifPresent(job::setNumReduceTasks);
    FileInputFormat.addInputPath(job, input);
    FileOutputFormat.setOutputPath(job, output);
    return job;
  }

  private static Job toNodes(Job job) {
    job.setMapOutputKeyClass(Text.class);
    job.setOutputFormatClass(SequenceFileOutputFormat.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(Node.class);
    return job;
  }
}
