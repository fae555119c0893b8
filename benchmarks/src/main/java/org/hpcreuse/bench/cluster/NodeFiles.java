/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.hpcreuse.bench.cluster.ContainerTimes.Kind;
import org.hpcreuse.bench.cluster.ContainerTimes.Phase;

/**
 * Puts a container's phases together from what a node left behind.
 *
 * @param nodeManagerLog the NodeManager's log
 * @param userLogs directory of the containers' logs, one directory an application
 * @param launches the pool's launches.jsonl, with a line for each container that has ended; need
 *     not exist
 */
record NodeFiles(Path nodeManagerLog, Path userLogs, Path launches) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String SPAWNED = "MPI process, started by MPI_Comm_spawn";
  private static final Pattern TRANSITION =
      Pattern.compile("Container (container_\\w+) transitioned from (\\w+) to (\\w+)");
  private static final Set<String> EXITED =
      Set.of(
          "EXITED_WITH_SUCCESS", "EXITED_WITH_FAILURE", "CONTAINER_CLEANEDUP_AFTER_KILL", "DONE");

  /** What the executor knows of a launch, by its names in launches.jsonl; 0 = unknown. */
  private static final Map<String, Phase> LAUNCH_MOMENTS =
      Map.of(
          "requestMs", Phase.REQUEST,
          "loadMs", Phase.LOAD,
          "runningMs", Phase.RUNNING,
          "finishingMs", Phase.FINISHING);

  /**
   * The containers of an application that were launched and have ended; empty while one of them
   * still runs, or the pool has not yet written its line.
   */
  Optional<List<ContainerTimes>> containers(String application) throws IOException {
    Map<String, Map<Phase, Long>> launched = launched(application);
    boolean pooled = Files.exists(launches);
    Map<String, JsonNode> pool = pooled ? launches(Files.readString(launches)) : Map.of();
    List<ContainerTimes> containers = new ArrayList<>();
    for (Map.Entry<String, Map<Phase, Long>> entry : launched.entrySet()) {
      JsonNode launch = pool.get(entry.getKey());
      if (!entry.getValue().containsKey(Phase.FINISHING) || (pooled && launch == null)) {
        return Optional.empty();
      }
      Path logs = userLogs.resolve(application).resolve(entry.getKey());
      containers.add(container(logs, entry.getKey(), entry.getValue(), launch));
    }
    return Optional.of(containers);
  }

  private Map<String, Map<Phase, Long>> launched(String application) throws IOException {
    String number = application.substring("application".length()) + "_";
    try (Stream<String> lines = Files.lines(nodeManagerLog, StandardCharsets.ISO_8859_1)) {
      return moments(lines.filter(line -> line.contains(number)), ZoneId.systemDefault());
    }
  }

  /**
   * What a NodeManager's log says about containers: ContainerImpl writes "Container X transitioned
   * from A to B" for every change of state. SCHEDULED → RUNNING is the event ContainerLaunch sends
   * right before it calls launchContainer ({@link Phase#REQUEST}); RUNNING or KILLING → a state of
   * exit is the one it sends right after ({@link Phase#FINISHING}).
   *
   * @return the moments of all that were launched, by id; one that still runs has no FINISHING
   */
  static Map<String, Map<Phase, Long>> moments(Stream<String> lines, ZoneId zone) {
    Map<String, Map<Phase, Long>> containers = new TreeMap<>();
    lines.forEach(
        line -> {
          Matcher transition = TRANSITION.matcher(line);
          OptionalLong time = TaskLog.time(line, zone);
          if (!transition.find() || time.isEmpty()) {
            return;
          }
          String container = transition.group(1);
          if (transition.group(3).equals("RUNNING")) {
            containers
                .computeIfAbsent(container, c -> new EnumMap<>(Phase.class))
                .putIfAbsent(Phase.REQUEST, time.getAsLong());
          } else if (EXITED.contains(transition.group(3)) && containers.containsKey(container)) {
            containers.get(container).putIfAbsent(Phase.FINISHING, time.getAsLong());
          }
        });
    return containers;
  }

  /** The lines of launches.jsonl by container; an incomplete last one is left out. */
  private static Map<String, JsonNode> launches(String text) throws IOException {
    Map<String, JsonNode> byContainer = new HashMap<>();
    for (String line : text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
      if (!line.isBlank()) {
        JsonNode launch = JSON.readTree(line);
        byContainer.put(launch.path("container").asText(), launch);
      }
    }
    return byContainer;
  }

  private static ContainerTimes container(
      Path logs, String id, Map<Phase, Long> nodeManager, JsonNode launch) throws IOException {
    TaskLog log = taskLog(logs);
    Map<Phase, Long> at = new EnumMap<>(Phase.class);
    at.putAll(log.at());
    String reason = launch == null ? "" : launch.path("reason").asText("");
    if (launch != null && launch.path("mode").asText().equals("reuse")) {
      LAUNCH_MOMENTS.forEach(
          (name, phase) -> {
            if (launch.path(name).asLong() > 0) {
              at.put(phase, launch.path(name).asLong());
            }
          });
      int slot = launch.path("slot").asInt(-1);
      return new ContainerTimes(id, log.kind(), "reuse", reason, slot, at);
    }
    at.putAll(nodeManager);
    Path prelaunch = logs.resolve("prelaunch.out");
    if (Files.exists(prelaunch)) {
      at.put(Phase.LOAD, Files.getLastModifiedTime(prelaunch).toMillis());
    }
    // A JVM that MPI has spawned says so.
    boolean spawned =
        read(logs.resolve("stderr"), lines -> lines.anyMatch(line -> line.startsWith(SPAWNED)))
            .orElse(false);
    return new ContainerTimes(id, log.kind(), spawned ? "spawn" : "fork", reason, -1, at);
  }

  private static TaskLog taskLog(Path logs) throws IOException {
    Optional<TaskLog> log =
        read(logs.resolve("syslog"), lines -> TaskLog.parse(lines, ZoneId.systemDefault()));
    for (String printed : List.of("stdout", "taskmanager.out")) {
      if (log.isEmpty()) {
        log = read(logs.resolve(printed), TaskLog::printed);
      }
    }
    return log.orElse(TaskLog.SILENT);
  }

  /** Empty when there is no such file. */
  private static <T> Optional<T> read(Path file, Function<Stream<String>, T> parse)
      throws IOException {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
      return Optional.of(parse.apply(lines));
    }
  }

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
     * The time stamp log4j's %d{ISO8601} puts first in a line, ms since the epoch: local time,
     * which is ambiguous in the hour when summer time ends. Empty for a line that does not begin
     * with one.
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
}
