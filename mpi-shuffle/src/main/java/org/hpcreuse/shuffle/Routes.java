/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.shuffle;

import java.io.IOException;
import java.net.URL;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Which way the outputs of each node take to one reduce. Thread-safe. */
final class Routes {
  private static final Logger LOG = LoggerFactory.getLogger(Routes.class);

  /** Hadoop's default for a read of HTTP. */
  private static final int READ_BOUND_MS = 180_000;

  private final boolean possible;
  private final Duration readBound;
  private final Map<Route, Counters.Counter> counters = new EnumMap<>(Route.class);
  private final Set<String> failed = ConcurrentHashMap.newKeySet();

  Routes(Configuration job, Reporter reporter) {
    for (Route route : Route.values()) {
      counters.put(route, reporter.getCounter(Route.GROUP, route.name()));
    }
    readBound = Duration.ofMillis(job.getInt(MRJobConfig.SHUFFLE_READ_TIMEOUT, READ_BOUND_MS));
    possible = isPossible(job);
  }

  private static boolean isPossible(Configuration job) {
    if (job.getBoolean(MRConfig.SHUFFLE_SSL_ENABLED_KEY, MRConfig.SHUFFLE_SSL_ENABLED_DEFAULT)) {
      LOG.info("HTTP for all map outputs: the job wants them encrypted, and MPI does not do that");
      return false;
    }
    if (!SlotOutputs.arePossible()) {
      LOG.info("HTTP for all map outputs: this container is not in a slot with MPI");
      return false;
    }
    return true;
  }

  /**
   * Opens the outputs that a URL of the shuffle service stands for.
   *
   * @return nothing when they have to come over HTTP
   */
  Optional<RoutedStream> open(URL url) {
    String node = url.getAuthority();
    if (!possible || failed.contains(node)) {
      return Optional.empty();
    }
    try {
      Optional<RoutedStream> outputs = SlotOutputs.open(url, readBound);
      if (outputs.isEmpty()) {
        LOG.info("HTTP for map outputs of {}: no slot there has them", node);
      }
      return outputs;
    } catch (IOException e) {
      fail(url, e);
      return Optional.empty();
    }
  }

  /** From now on all outputs of the node of this URL come over HTTP. */
  void fail(URL url, Exception reason) {
    if (failed.add(url.getAuthority())) {
      LOG.warn("HTTP for map outputs of {} from now on", url.getAuthority(), reason);
    }
  }

  void count(Route route, long bytes) {
    counters.get(route).increment(bytes);
  }
}
