/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pagerank;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;

/** The three kinds of job, with their mappers, combiners and reducers. */
@SuppressWarnings("SameNameButDifferent") // the contexts of mappers and of reducers
final class PageRankJobs {
  /** Setting of an iteration: the probability to follow an edge, 0 to 1. */
  private static final String DAMPING = "hpc-reuse.pagerank.damping";

  /** Setting of an iteration: the rank that each node gets from all dangling ones, undamped. */
  private static final String DANGLING_SHARE = "hpc-reuse.pagerank.dangling-share";

  /** Setting of the last job: the number of nodes. */
  private static final String NODES = "hpc-reuse.pagerank.nodes";

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
    job.getConfiguration().set(DAMPING, Double.toString(arguments.damping()));
    job.getConfiguration().set(DANGLING_SHARE, Double.toString(summary.danglingShare()));
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
    job.getConfiguration().set(NODES, Long.toString(summary.nodes()));
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

  /** Lines to edges. A target is announced with no targets of its own, so that it is a node too. */
  static final class EdgeMapper extends Mapper<LongWritable, Text, Text, Targets> {
    private final EdgeLine edge = new EdgeLine();
    private final Targets target = new Targets();
    private final Targets none = new Targets();
    private BadLines bad;

    @Override
    protected void setup(Context context) {
      FileSplit split = (FileSplit) context.getInputSplit();
      bad = new BadLines(split.getPath().toString(), split.getStart());
    }

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      bad.countLine();
      switch (edge.parse(line)) {
        case EDGE -> {
          target.set(List.of(edge.to()));
          context.write(edge.from(), target);
          context.write(edge.to(), none);
        }
        case BAD -> {
          bad.countBad(edge.fields(), line);
          context.getCounter("PageRank", "Bad lines").increment(1);
        }
        case IGNORED -> {}
      }
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      SideFiles.SPLIT.write(context, bad);
    }
  }

  /** Collapses duplicate edges early. */
  static final class TargetsCombiner extends Reducer<Text, Targets, Text, Targets> {
    private final Targets merged = new Targets();

    @Override
    protected void reduce(Text name, Iterable<Targets> targets, Context context)
        throws IOException, InterruptedException {
      merged.set(union(targets));
      context.write(name, merged);
    }

    /** All targets, each once, sorted. */
    private static SortedSet<Text> union(Iterable<Targets> lists)
        throws IOException, InterruptedException {
      SortedSet<Text> union = new TreeSet<>();
      for (Targets list : lists) {
        list.forEach(
            name -> {
              if (!union.contains(name)) {
                union.add(new Text(name));
              }
            });
      }
      return union;
    }
  }

  /** The edges of a node to the node with its first rank. */
  static final class NodeReducer extends Reducer<Text, Targets, Text, Node> {
    private final Node node = new Node();
    private final GraphSummary summary = new GraphSummary();

    @Override
    protected void reduce(Text name, Iterable<Targets> targets, Context context)
        throws IOException, InterruptedException {
      node.targets().set(TargetsCombiner.union(targets));
      summary.add(node, node.rank());
      context.write(name, node);
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      SideFiles.SUMMARY.write(context, summary);
    }
  }

  /**
   * What an iteration sends to a node: the node itself (once), and rank that flows in. Updates of
   * one node merge in any order and grouping to the same update.
   */
  static final class NodeUpdate implements Writable {
    private boolean hasNode;
    private final Node node = new Node();
    private final ExactSum incoming = new ExactSum();

    private void setNode(Node source) {
      hasNode = true;
      node.set(source);
      incoming.clear();
    }

    private void setIncoming(double rank) {
      hasNode = false;
      incoming.clear();
      incoming.add(rank);
    }

    /** Merges all updates of the node into this one. */
    private void merge(Iterable<NodeUpdate> updates) {
      hasNode = false;
      incoming.clear();
      for (NodeUpdate update : updates) {
        incoming.add(update.incoming);
        if (update.hasNode) {
          hasNode = true;
          node.set(update.node);
        }
      }
    }

    @Override
    public void write(DataOutput out) throws IOException {
      out.writeBoolean(hasNode);
      if (hasNode) {
        node.write(out);
      }
      incoming.write(out);
    }

    @Override
    public void readFields(DataInput in) throws IOException {
      hasNode = in.readBoolean();
      if (hasNode) {
        node.readFields(in);
      }
      incoming.readFields(in);
    }
  }

  /** Sends each node to itself, and its rank in equal parts to its targets. */
  static final class RankMapper extends Mapper<Text, Node, Text, NodeUpdate> {
    private final NodeUpdate update = new NodeUpdate();

    @Override
    protected void map(Text name, Node node, Context context)
        throws IOException, InterruptedException {
      update.setNode(node);
      context.write(name, update);
      if (!node.isDangling()) {
        update.setIncoming(node.rank() / node.targets().count());
        node.targets().forEach(target -> context.write(target, update));
      }
    }
  }

  /** Merges the updates that one map sends to one node. */
  static final class UpdateCombiner extends Reducer<Text, NodeUpdate, Text, NodeUpdate> {
    private final NodeUpdate merged = new NodeUpdate();

    @Override
    protected void reduce(Text name, Iterable<NodeUpdate> updates, Context context)
        throws IOException, InterruptedException {
      merged.merge(updates);
      context.write(name, merged);
    }
  }

  /** A node's new rank: teleport, plus damped what flows in and its share of the dangling nodes. */
  static final class RankReducer extends Reducer<Text, NodeUpdate, Text, Node> {
    private final NodeUpdate merged = new NodeUpdate();
    private final GraphSummary summary = new GraphSummary();
    private double damping;
    private double danglingShare;

    @Override
    protected void setup(Context context) {
      Configuration configuration = context.getConfiguration();
      damping = Double.parseDouble(configuration.get(DAMPING));
      danglingShare = Double.parseDouble(configuration.get(DANGLING_SHARE));
    }

    @Override
    protected void reduce(Text name, Iterable<NodeUpdate> updates, Context context)
        throws IOException, InterruptedException {
      merged.merge(updates);
      if (!merged.hasNode) {
        throw new IOException("rank was sent to " + name + ", which is no node of the graph");
      }
      Node node = merged.node;
      double previous = node.rank();
      node.setRank((1 - damping) + damping * (merged.incoming.value() + danglingShare));
      summary.add(node, previous);
      context.write(name, node);
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      SideFiles.SUMMARY.write(context, summary);
    }
  }

  /** Nodes to names and ranks; all ranks together are 1. */
  static final class ResultMapper extends Mapper<Text, Node, Text, DoubleWritable> {
    private final DoubleWritable rank = new DoubleWritable();
    private long nodes;

    @Override
    protected void setup(Context context) {
      nodes = Long.parseLong(context.getConfiguration().get(NODES));
    }

    @Override
    protected void map(Text name, Node node, Context context)
        throws IOException, InterruptedException {
      rank.set(node.rank() / nodes);
      context.write(name, rank);
    }
  }
}
