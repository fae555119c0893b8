/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.shuffle;

import java.io.IOException;
import org.apache.hadoop.mapred.RawKeyValueIterator;
import org.apache.hadoop.mapred.ShuffleConsumerPlugin;
import org.apache.hadoop.mapreduce.task.reduce.Shuffle;

/**
 * Fetches map outputs over MPI or from the node's own disks, and over HTTP what cannot be had so.
 * Gives the same bytes as Hadoop's own shuffle, whose parts it uses but for the way to the bytes.
 *
 * <p>One object serves one reduce.
 *
 * @param <K> of the map outputs
 * @param <V> of the map outputs
 */
public final class MpiShuffle<K, V> implements ShuffleConsumerPlugin<K, V> {
  /** Null when this one does not apply. */
  private ReduceShuffle<K, V> shuffle;

  /** For maps that have run in this process: uber jobs and local ones. Null for others. */
  private Shuffle<K, V> local;

  /** For Hadoop, which calls {@link #init} next. */
  public MpiShuffle() {}

  @Override
  public void init(Context<K, V> context) {
    if (context.getLocalMapFiles() == null) {
      shuffle = new ReduceShuffle<>(context);
    } else {
      local = new Shuffle<>();
      local.init(context);
    }
  }

  @Override
  public RawKeyValueIterator run() throws IOException, InterruptedException {
    return local == null ? shuffle.run() : local.run();
  }

  @Override
  public void close() {
    if (local != null) {
      local.close();
    }
  }
}
