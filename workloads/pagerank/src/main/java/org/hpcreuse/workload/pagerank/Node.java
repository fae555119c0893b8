/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pagerank;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;

/** What is kept of a node between iterations: rank (times the number of nodes) and targets. */
final class Node implements Writable {
  static final double FIRST_RANK = 1.0;

  private double rank = FIRST_RANK;
  private final Targets targets = new Targets();

  /** Rank, times the number of nodes. */
  double rank() {
    return rank;
  }

  /** Sets the rank, times the number of nodes. */
  void setRank(double rank) {
    this.rank = rank;
  }

  /** The nodes it points to; a change of them is a change of this node. */
  Targets targets() {
    return targets;
  }

  /** A dangling node points nowhere; its rank is shared by all nodes. */
  boolean isDangling() {
    return targets.count() == 0;
  }

  /** Takes over rank and targets of another node. */
  void set(Node other) {
    rank = other.rank;
    targets.set(other.targets);
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeDouble(rank);
    targets.write(out);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    rank = in.readDouble();
    targets.readFields(in);
  }
}
