/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.metrics;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsException;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.MetricsSystem;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.Interns;
import org.apache.hadoop.metrics2.lib.MetricsRegistry;
import org.apache.hadoop.metrics2.lib.MutableQuantiles;
import org.apache.hadoop.metrics2.lib.MutableStat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Launches among Hadoop's own metrics, as record {@code HpcReuseLaunches} of the context {@code
 * yarn}: in the NodeManager's /jmx and in every sink that the site has.
 *
 * <p>Counts are since the NodeManager's start. A metric of Hadoop's has no label, so each reason is
 * a counter of its own from when it first occurs: {@code not-java} is {@code ForkedNotJava} or
 * {@code RefusedNotJava}. Thread-safe.
 */
public final class LaunchMetrics implements MetricsSource {
  public static final String NAME = "HpcReuseLaunches";

  private static final Logger LOG = LoggerFactory.getLogger(LaunchMetrics.class);
  private static final String DESCRIPTION = "Containers launched in warm slots, and the others";

  private final LaunchCounters counters;
  private final MetricsRegistry registry =
      new MetricsRegistry(Interns.info(NAME, DESCRIPTION)).setContext("yarn");
  private final PhaseMetric requestToAssigned =
      new PhaseMetric(registry, "RequestToAssigned", "From launch request to slot assigned");
  private final PhaseMetric assignedToRunning =
      new PhaseMetric(registry, "AssignedToRunning", "From slot assigned to main entered");
  private final PhaseMetric runningToEnded =
      new PhaseMetric(registry, "RunningToEnded", "From main entered to container over");
  private final PhaseMetric endedToReported =
      new PhaseMetric(registry, "EndedToReported", "From container over to NodeManager told");
  private final PhaseMetric forkRequestToLoad =
      new PhaseMetric(registry, "ForkRequestToLoad", "From launch request to process start");

  public LaunchMetrics(LaunchCounters counters) {
    this.counters = counters;
  }

  /** Takes in how long a launch took. */
  public void add(LaunchRecord launch) {
    if (launch.slot() >= 0) {
      requestToAssigned.add(launch.requestMs(), launch.loadMs());
      assignedToRunning.add(launch.loadMs(), launch.runningMs());
      runningToEnded.add(launch.runningMs(), launch.endedMs());
      endedToReported.add(launch.endedMs(), launch.finishingMs());
    } else if (!launch.reason().isEmpty()) {
      forkRequestToLoad.add(launch.requestMs(), launch.loadMs());
    }
  }

  @Override
  public void getMetrics(MetricsCollector collector, boolean all) {
    MetricsRecordBuilder out = collector.addRecord(registry.info());
    count(out, "ContainersReused", "Containers that ran in a slot", counters.getReused());
    count(out, "ContainersForked", "Containers that were forked", counters.getForked());
    count(
        out,
        "ContainersRefused",
        "Containers that were neither run in a slot nor forked",
        counters.sumOfRefused());
    count(out, "ContainersLost", "Containers whose end is not known", counters.sumOfLost());
    count(
        out,
        "ContainersReacquired",
        "Containers of an earlier NodeManager that were taken up in their slots",
        counters.sumOfReacquired());
    reasons(out, "Forked", "Containers forked for this reason", counters.forks());
    reasons(out, "Refused", "Containers refused for this reason", counters.refusals());
    registry.snapshot(out, all);
  }

  private static void count(MetricsRecordBuilder out, String name, String what, long value) {
    out.addCounter(Interns.info(name, what), value);
  }

  private static void reasons(
      MetricsRecordBuilder out, String prefix, String what, Map<String, Long> counts) {
    new TreeMap<>(counts).forEach((key, count) -> count(out, prefix + camelCase(key), what, count));
  }

  /** Letters and digits alone are safe in every sink. */
  private static String camelCase(String key) {
    return Stream.of(key.split("-", -1))
        .map(word -> Character.toUpperCase(word.charAt(0)) + word.substring(1))
        .collect(Collectors.joining());
  }

  /** Joins the metrics system; takes the place of an executor's that was not stopped. */
  public void register() {
    try {
      MetricsSystem system = DefaultMetricsSystem.instance();
      if (system.getSource(NAME) instanceof LaunchMetrics other) {
        other.unregister();
      }
      system.register(NAME, DESCRIPTION, this);
    } catch (MetricsException e) {
      LOG.warn("launches are not among Hadoop's metrics", e);
    }
  }

  /** Leaves the metrics system, where another has not taken its place already. */
  public void unregister() {
    MetricsSystem system = DefaultMetricsSystem.instance();
    if (system.getSource(NAME) == this) {
      system.unregisterSource(NAME);
    }
    List.of(
            requestToAssigned,
            assignedToRunning,
            runningToEnded,
            endedToReported,
            forkRequestToLoad)
        .forEach(PhaseMetric::stop);
  }

  /**
   * How long one phase of a launch takes, in milliseconds: number, average and extremes, and the
   * quantiles of the last whole minute. Thread-safe.
   */
  private static final class PhaseMetric {
    private static final int INTERVAL_SECONDS = 60;
    private static final String SAMPLES = "Ops";
    private static final String VALUES = "Ms";

    private final MutableStat all;
    private final MutableQuantiles minute;

    PhaseMetric(MetricsRegistry registry, String name, String description) {
      all = registry.newStat(name, description, SAMPLES, VALUES, true);
      minute =
          registry.newQuantiles(
              name + INTERVAL_SECONDS + "s", description, SAMPLES, VALUES, INTERVAL_SECONDS);
    }

    /**
     * Takes one sample in, if the phase has been gone through. The two times may come from
     * different processes and the clock may be set in between: a negative length is taken for none.
     *
     * @param fromMs milliseconds since the epoch, 0 = never
     * @param toMs the same
     */
    void add(long fromMs, long toMs) {
      if (fromMs > 0 && toMs > 0) {
        long ms = Math.max(0, toMs - fromMs);
        all.add(ms);
        minute.add(ms);
      }
    }

    /** Ends the minutes, which a thread of Hadoop's counts. */
    void stop() {
      minute.stop();
    }
  }
}
