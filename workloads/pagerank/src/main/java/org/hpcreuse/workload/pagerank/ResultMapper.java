/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pagerank;

import java.io.IOException;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/** Nodes to names and ranks; all ranks together are 1. */
public final class ResultMapper extends Mapper<Text, Node, Text, DoubleWritable> {
  /** Setting of the job: the number of nodes. */
  public static final String NODES = "hpc-reuse.pagerank.nodes";

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
