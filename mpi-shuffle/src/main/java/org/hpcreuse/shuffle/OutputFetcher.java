/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.shuffle;

import java.io.IOException;
import java.net.URL;
import java.util.Optional;
import javax.crypto.SecretKey;
import org.apache.hadoop.mapred.ShuffleConsumerPlugin;
import org.apache.hadoop.mapreduce.task.reduce.ExceptionReporter;
import org.apache.hadoop.mapreduce.task.reduce.Fetcher;
import org.apache.hadoop.mapreduce.task.reduce.MergeManager;
import org.apache.hadoop.mapreduce.task.reduce.ShuffleClientMetrics;
import org.apache.hadoop.mapreduce.task.reduce.ShuffleSchedulerImpl;

/**
 * Hadoop's fetcher with other connections. It opens one for some maps of a node, and reads their
 * outputs one after the other.
 */
final class OutputFetcher<K, V> extends Fetcher<K, V> {
  private final SecretKey secret;
  private final Routes routes;

  OutputFetcher(
      ShuffleConsumerPlugin.Context<K, V> context,
      ShuffleSchedulerImpl<K, V> scheduler,
      MergeManager<K, V> merger,
      ShuffleClientMetrics metrics,
      ExceptionReporter reporter,
      Routes routes) {
    super(
        context.getJobConf(),
        context.getReduceId(),
        scheduler,
        merger,
        context.getReporter(),
        metrics,
        reporter,
        context.getReduceTask().getShuffleSecret());
    secret = context.getReduceTask().getShuffleSecret();
    this.routes = routes;
  }

  /** The other way may take seconds to open, and who interrupts a fetcher needs its monitor. */
  @Override
  @SuppressWarnings("UnsynchronizedOverridesSynchronized")
  protected void openConnection(URL url) throws IOException {
    Optional<RoutedStream> routed = routes.open(url);
    synchronized (this) {
      super.openConnection(url); // which connects only when it is asked to
      connection = new OutputConnection(connection, routed, routes, secret);
    }
  }
}
