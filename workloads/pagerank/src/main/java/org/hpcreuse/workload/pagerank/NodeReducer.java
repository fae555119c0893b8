/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pagerank;

import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/** The edges of a node to the node with its first rank. */
public final class NodeReducer extends Reducer<Text, Targets, Text, Node> {
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
