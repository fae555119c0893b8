/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pagerank;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;

/**
 * What an iteration sends to a node: the node itself (once), and rank that flows in. Updates of one
 * node merge in any order and grouping to the same update.
 */
public final class NodeUpdate implements Writable {
  private boolean hasNode;
  private final Node node = new Node();
  private final ExactSum incoming = new ExactSum();

  void setNode(Node source) {
    hasNode = true;
    node.set(source);
    incoming.clear();
  }

  void setIncoming(double rank) {
    hasNode = false;
    incoming.clear();
    incoming.add(rank);
  }

  /** Merges all updates of the node into this one. */
  void merge(Iterable<NodeUpdate> updates) {
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

  boolean hasNode() {
    return hasNode;
  }

  Node node() {
    return node;
  }

  double incoming() {
    return incoming.value();
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
