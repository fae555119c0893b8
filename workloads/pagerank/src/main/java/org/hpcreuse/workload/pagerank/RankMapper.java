/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pagerank;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/** Sends each node to itself, and its rank in equal parts to its targets. */
public final class RankMapper extends Mapper<Text, Node, Text, NodeUpdate> {
  private final NodeUpdate update = new NodeUpdate();

  @Override
  protected void map(Text name, Node node, Context context)
      throws IOException, InterruptedException {
    update.setNode(node);
    context.write(name, update);
    if (!node.isDangling()) {
      update.setIncoming(node.rank() / node.targets().count());
      node.targets().forEach(target -> send(target, context));
    }
  }

  private void send(Text target, Context context) {
    try {
      context.write(target, update);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while sending rank to " + target, e);
    }
  }
}
