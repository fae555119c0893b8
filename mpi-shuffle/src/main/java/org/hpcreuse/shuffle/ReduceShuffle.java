/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.shuffle;

import java.io.IOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.crypto.SecretKey;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RawKeyValueIterator;
import org.apache.hadoop.mapred.ShuffleConsumerPlugin;
import org.apache.hadoop.mapred.TaskStatus;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.task.reduce.ExceptionReporter;
import org.apache.hadoop.mapreduce.task.reduce.Fetcher;
import org.apache.hadoop.mapreduce.task.reduce.MergeManager;
import org.apache.hadoop.mapreduce.task.reduce.MergeManagerImpl;
import org.apache.hadoop.mapreduce.task.reduce.ShuffleClientMetrics;
import org.apache.hadoop.mapreduce.task.reduce.ShuffleSchedulerImpl;

/**
 * The shuffle of one reduce: a thread that learns which maps have ended, some that fetch, and
 * Hadoop's scheduler and merger between them.
 */
final class ReduceShuffle<K, V> implements ExceptionReporter {
  /** How often to report progress, ms; as Hadoop's own shuffle does. */
  private static final int PROGRESS_MS = 2_000;

  /** Hadoop's default. */
  private static final int FETCHERS = 5;

  private final ShuffleConsumerPlugin.Context<K, V> context;
  private final ShuffleSchedulerImpl<K, V> scheduler;
  private final MergeManager<K, V> merger;
  private final ShuffleClientMetrics metrics;

  /** Null while nothing has failed; guarded by this. */
  private Throwable failure;

  ReduceShuffle(ShuffleConsumerPlugin.Context<K, V> context) {
    this.context = context;
    JobConf job = context.getJobConf();
    metrics = ShuffleClientMetrics.create(context.getReduceId(), job);
    scheduler =
        new ShuffleSchedulerImpl<>(
            job,
            context.getStatus(),
            context.getReduceId(),
            this,
            context.getCopyPhase(),
            context.getShuffledMapsCounter(),
            context.getReduceShuffleBytes(),
            context.getFailedShuffleCounter());
    merger =
        new MergeManagerImpl<>(
            context.getReduceId(),
            job,
            context.getLocalFS(),
            context.getLocalDirAllocator(),
            context.getReporter(),
            context.getCodec(),
            context.getCombinerClass(),
            context.getCombineCollector(),
            context.getSpilledRecordsCounter(),
            context.getReduceCombineInputCounter(),
            context.getMergedMapOutputsCounter(),
            this,
            context.getMergePhase(),
            context.getMapOutputFile());
  }

  /** Returns when all outputs are here, with their pairs in order. */
  RawKeyValueIterator run() throws IOException, InterruptedException {
    MapEvents events = new MapEvents(context, scheduler, this);
    List<OutputFetcher<K, V>> fetchers = fetchers();
    events.start();
    fetchers.forEach(OutputFetcher::start);
    while (!scheduler.waitUntilDone(PROGRESS_MS)) {
      context.getReporter().progress();
      requireNoFailure();
    }
    events.end();
    for (OutputFetcher<K, V> fetcher : fetchers) {
      fetcher.shutDown();
    }
    scheduler.close();
    context.getCopyPhase().complete();
    context.getStatus().setPhase(TaskStatus.Phase.SORT);
    context.getReduceTask().statusUpdate(context.getUmbilical());
    RawKeyValueIterator merged = merged();
    requireNoFailure();
    return merged;
  }

  private List<OutputFetcher<K, V>> fetchers() {
    JobConf job = context.getJobConf();
    Routes routes = new Routes(job, context.getReporter());
    List<OutputFetcher<K, V>> fetchers = new ArrayList<>();
    for (int i = 0; i < job.getInt(MRJobConfig.SHUFFLE_PARALLEL_COPIES, FETCHERS); i++) {
      fetchers.add(new OutputFetcher<>(context, scheduler, merger, metrics, this, routes));
    }
    return fetchers;
  }

  private RawKeyValueIterator merged() throws IOException {
    try {
      return merger.close();
    } catch (Throwable e) {
      throw new IOException("the final merge of map outputs has failed", e);
    }
  }

  private synchronized void requireNoFailure() throws IOException {
    if (failure != null) {
      throw new IOException("the shuffle has failed", failure);
    }
  }

  @Override
  public void reportException(Throwable e) {
    synchronized (this) {
      if (failure == null) {
        failure = e;
      }
    }
    synchronized (scheduler) {
      scheduler.notifyAll(); // run() waits there
    }
  }

  /**
   * Hadoop's fetcher with other connections. It opens one for some maps of a node, and reads their
   * outputs one after the other.
   */
  private static final class OutputFetcher<K, V> extends Fetcher<K, V> {
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
}
