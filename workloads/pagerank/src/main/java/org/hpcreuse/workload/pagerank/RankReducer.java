/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pagerank;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/** A node's new rank: teleport, plus damped what flows in and its share of the dangling nodes. */
public final class RankReducer extends Reducer<Text, NodeUpdate, Text, Node> {
  /** Setting of the job: the probability to follow an edge, 0 to 1. */
  public static final String DAMPING = "hpc-reuse.pagerank.damping";

  /** Setting of the job: the rank that each node gets from all dangling nodes, before damping. */
  public static final String DANGLING_SHARE = "hpc-reuse.pagerank.dangling-share";

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
    if (!merged.hasNode()) {
      throw new IOException("rank was sent to " + name + ", which is no node of the graph");
    }
    Node node = merged.node();
    double previous = node.rank();
    node.setRank((1 - damping) + damping * (merged.incoming() + danglingShare));
    summary.add(node, previous);
    context.write(name, node);
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    SideFiles.SUMMARY.write(context, summary);
  }
}
