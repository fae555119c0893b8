/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.cluster;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.hpcreuse.bench.cluster.ContainerTimes.Kind;
import org.hpcreuse.bench.cluster.ContainerTimes.Phase;

/**
 * What a container's own syslog says; the same lines in both modes.
 *
 * @param kind what the container ran
 * @param at the phases seen, ms since the epoch
 */
record TaskLog(Kind kind, Map<Phase, Long> at) {
  /** Of a container that never wrote a line. */
  static final TaskLog SILENT = new TaskLog(Kind.OTHER, Map.of());

  private record Sign(String text, Kind kind, Phase phase) {}

  /**
   * What SparkProgram and FlinkProgram print on standard output, ms since the epoch: Spark's log
   * has seconds alone. A line that was cut off has fewer digits.
   */
  private static final Pattern TASK_BEGINS = Pattern.compile("task begins at (?<ms>\\d{13})");

  /**
   * That of a reduce is the last line before it begins to fetch (the fetchers' own lines go to
   * another file), that of a master the first line after the ResourceManager has answered its
   * registration.
   */
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

  private static final int TIME_LENGTH = "2026-01-31 23:59:59,999".length();
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss,SSS");

  /**
   * Reads the lines of a syslog that was written in a time zone. The first sign of each phase
   * counts: uber tasks and later splits do not.
   */
  static TaskLog parse(Stream<String> lines, ZoneId zone) {
    Map<Phase, Long> at = new EnumMap<>(Phase.class);
    Kind kind = Kind.OTHER;
    for (String line : (Iterable<String>) lines::iterator) {
      OptionalLong time = time(line, zone);
      if (time.isEmpty()) {
        continue;
      }
      at.putIfAbsent(Phase.LOG, time.getAsLong());
      for (Sign sign : SIGNS) {
        if (line.contains(sign.text)) {
          kind = kind == Kind.OTHER ? sign.kind : kind;
          if (sign.kind == Kind.OTHER || sign.kind == kind) {
            at.putIfAbsent(sign.phase, time.getAsLong());
          }
        }
      }
    }
    return new TaskLog(kind, at);
  }

  /** Reads the standard output of a container whose program prints when its tasks begin. */
  static TaskLog printed(Stream<String> lines) {
    return lines
        .map(TASK_BEGINS::matcher)
        .filter(Matcher::matches)
        .map(line -> Long.valueOf(line.group("ms")))
        .min(Long::compare)
        .map(first -> new TaskLog(Kind.WORKER, Map.of(Phase.APPLICATION, first)))
        .orElse(SILENT);
  }

  /**
   * The time stamp log4j's %d{ISO8601} puts first in a line, ms since the epoch: local time, which
   * is ambiguous in the hour when summer time ends. Empty for a line that does not begin with one.
   */
  static OptionalLong time(String line, ZoneId zone) {
    if (line.length() < TIME_LENGTH || !Character.isDigit(line.charAt(0))) {
      return OptionalLong.empty();
    }
    try {
      LocalDateTime time = LocalDateTime.parse(line.substring(0, TIME_LENGTH), TIME);
      return OptionalLong.of(time.atZone(zone).toInstant().toEpochMilli());
    } catch (DateTimeParseException e) {
      return OptionalLong.empty();
    }
  }
}
