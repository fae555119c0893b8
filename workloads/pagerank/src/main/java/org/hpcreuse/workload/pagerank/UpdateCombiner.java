/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pagerank;

import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/** Merges the updates that one map sends to one node. */
public final class UpdateCombiner extends Reducer<Text, NodeUpdate, Text, NodeUpdate> {
  private final NodeUpdate merged = new NodeUpdate();

  @Override
  protected void reduce(Text name, Iterable<NodeUpdate> updates, Context context)
      throws IOException, InterruptedException {
    merged.merge(updates);
    context.write(name, merged);
  }
}
