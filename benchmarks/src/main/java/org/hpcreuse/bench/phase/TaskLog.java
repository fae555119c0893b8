/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.phase;

import java.time.ZoneId;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a container's own syslog says; the same lines in both modes.
 *
 * <table>
 * <caption>Lines</caption>
 * <tr><td>log</td><td>the first line</td></tr>
 * <tr><td>application, map</td><td>MapTask "Processing split:"</td></tr>
 * <tr><td>application, reduce</td><td>ReduceTask "Using ShuffleConsumerPlugin:", the last line
 * before it begins to fetch (the fetchers' own lines go to another file)</td></tr>
 * <tr><td>application, worker of Tez</td><td>ContainerReporter "Got TaskUpdate"</td></tr>
 * <tr><td>application, worker of Spark or Flink</td><td>"task begins at" and a time, which the program
 * prints into the container's standard output: Spark's log has seconds alone</td></tr>
 * <tr><td>application, master</td><td>RMCommunicator "maxContainerCapability:", the first line after
 * the ResourceManager has answered its registration</td></tr>
 * <tr><td>terminating, task</td><td>Task "Task 'attempt' done."</td></tr>
 * <tr><td>terminating, master</td><td>MRAppMaster "Calling stop for all the services"</td></tr>
 * </table>
 *
 * @param kind what the container ran
 * @param at the phases seen, ms since the epoch
 */
public record TaskLog(Kind kind, Map<Phase, Long> at) {
  private record Sign(String text, Kind kind, Phase phase) {}

  /**
   * What SparkProgram and FlinkProgram print: ms since the epoch. A line that was cut off has fewer
   * digits.
   */
  private static final Pattern TASK_BEGINS = Pattern.compile("task begins at (?<ms>\\d{13})");

  private static final List<Sign> SIGNS =
      List.of(
          new Sign("MapTask: Processing split:", Kind.MAP, Phase.APPLICATION),
          new Sign("ReduceTask: Using ShuffleConsumerPlugin:", Kind.REDUCE, Phase.APPLICATION),
          new Sign("|task.ContainerReporter|: Got TaskUpdate", Kind.WORKER, Phase.APPLICATION),
          new Sign("RMCommunicator: maxContainerCapability:", Kind.MASTER, Phase.APPLICATION),
          new Sign("MRAppMaster: Created MRAppMaster", Kind.MASTER, Phase.LOG),
          new Sign(
              "MRAppMaster: Calling stop for all the services", Kind.MASTER, Phase.TERMINATING),
          new Sign("mapred.Task: Task 'attempt_", Kind.OTHER, Phase.TERMINATING));

  /**
   * Reads a syslog.
   *
   * @param lines its lines
   * @param zone the time zone it was written in
   */
  public static TaskLog parse(Stream<String> lines, ZoneId zone) {
    Reading reading = new Reading();
    lines.forEach(line -> LogTime.of(line, zone).ifPresent(time -> reading.take(line, time)));
    return new TaskLog(reading.kind, reading.at);
  }

  /**
   * Reads the standard output of a container whose program prints when its tasks begin.
   *
   * @param lines its lines
   */
  public static TaskLog printed(Stream<String> lines) {
    return lines
        .map(TASK_BEGINS::matcher)
        .filter(Matcher::matches)
        .map(line -> Long.valueOf(line.group("ms")))
        .min(Long::compare)
        .map(first -> new TaskLog(Kind.WORKER, Map.of(Phase.APPLICATION, first)))
        .orElse(silent());
  }

  /** An empty log: the container never wrote a line. */
  public static TaskLog silent() {
    return new TaskLog(Kind.OTHER, Map.of());
  }

  /** When a phase was reached. */
  public OptionalLong moment(Phase phase) {
    Long time = at.get(phase);
    return time == null ? OptionalLong.empty() : OptionalLong.of(time);
  }

  private static final class Reading {
    private final Map<Phase, Long> at = new EnumMap<>(Phase.class);
    private Kind kind = Kind.OTHER;

    /** The first sign of each phase counts: uber tasks and later splits do not. */
    void take(String line, long time) {
      at.putIfAbsent(Phase.LOG, time);
      for (Sign sign : SIGNS) {
        if (line.contains(sign.text) && (sign.kind == Kind.OTHER || fits(sign.kind))) {
          at.putIfAbsent(sign.phase, time);
        }
      }
    }

    private boolean fits(Kind seen) {
      if (kind == Kind.OTHER) {
        kind = seen;
      }
      return kind == seen;
    }
  }
}
