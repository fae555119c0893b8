/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pagerank;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;

/**
 * What a reducer knows of its nodes after a job. Counters could carry the counts but are whole
 * numbers, and the history server may not answer; so each reducer writes this beside its output.
 * Ranks are times the number of nodes.
 */
final class GraphSummary implements Writable {
  private long nodes;
  private long edges;
  private long danglingNodes;
  private final ExactSum danglingRank = new ExactSum();
  private final ExactSum totalRank = new ExactSum();
  private final ExactSum change = new ExactSum();

  /** Counts a node that had the given rank before. */
  void add(Node node, double previousRank) {
    nodes++;
    edges += node.targets().count();
    totalRank.add(node.rank());
    change.add(Math.abs(node.rank() - previousRank));
    if (node.isDangling()) {
      danglingNodes++;
      danglingRank.add(node.rank());
    }
  }

  /** Adds another reducer's nodes. */
  void add(GraphSummary other) {
    nodes += other.nodes;
    edges += other.edges;
    danglingNodes += other.danglingNodes;
    danglingRank.add(other.danglingRank);
    totalRank.add(other.totalRank);
    change.add(other.change);
  }

  /** How many nodes there are. */
  long nodes() {
    return nodes;
  }

  /** How many edges there are. */
  long edges() {
    return edges;
  }

  /** How many nodes point nowhere. */
  long danglingNodes() {
    return danglingNodes;
  }

  /** What every node receives from all dangling nodes, before damping. */
  double danglingShare() {
    return danglingRank.value() / nodes;
  }

  /** The sum of all ranks; 1 except for rounding. */
  double total() {
    return totalRank.value() / nodes;
  }

  /** L1 distance between the ranks and those before, as probabilities: between 0 and 2. */
  double delta() {
    return change.value() / nodes;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeLong(nodes);
    out.writeLong(edges);
    out.writeLong(danglingNodes);
    danglingRank.write(out);
    totalRank.write(out);
    change.write(out);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    nodes = in.readLong();
    edges = in.readLong();
    danglingNodes = in.readLong();
    danglingRank.readFields(in);
    totalRank.readFields(in);
    change.readFields(in);
  }
}
