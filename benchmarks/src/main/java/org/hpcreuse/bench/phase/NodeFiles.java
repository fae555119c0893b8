/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.phase;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Puts a container's phases together from what a node left behind.
 *
 * @param nodeManagerLog the NodeManager's log
 * @param userLogs directory of the containers' logs, one directory an application
 * @param launches the pool's launches.jsonl; need not exist
 */
public record NodeFiles(Path nodeManagerLog, Path userLogs, Path launches) {
  private static final String SPAWNED = "MPI process, started by MPI_Comm_spawn";

  /**
   * The containers of an application that were launched and have ended.
   *
   * @param application YARN's id of it
   * @return empty while one of them still runs, or the pool has not yet written its line
   */
  public Optional<List<ContainerTimes>> containers(String application) throws IOException {
    Map<String, Map<Phase, Long>> launched = launched(application);
    Map<String, PoolLaunch> pool = poolLaunches();
    boolean pooled = Files.exists(launches);
    List<ContainerTimes> containers = new ArrayList<>();
    for (Map.Entry<String, Map<Phase, Long>> entry : launched.entrySet()) {
      PoolLaunch launch = pool.get(entry.getKey());
      if (!entry.getValue().containsKey(Phase.FINISHING) || (pooled && launch == null)) {
        return Optional.empty();
      }
      containers.add(container(application, entry.getKey(), entry.getValue(), launch));
    }
    return Optional.of(containers);
  }

  private Map<String, Map<Phase, Long>> launched(String application) throws IOException {
    String number = application.substring("application".length()) + "_";
    try (Stream<String> lines = Files.lines(nodeManagerLog, StandardCharsets.ISO_8859_1)) {
      return NodeManagerLog.parse(
          lines.filter(line -> line.contains(number)), ZoneId.systemDefault());
    }
  }

  private Map<String, PoolLaunch> poolLaunches() throws IOException {
    Map<String, PoolLaunch> byContainer = new HashMap<>();
    if (Files.exists(launches)) {
      for (PoolLaunch launch : PoolLaunch.parse(Files.readString(launches))) {
        byContainer.put(launch.container(), launch);
      }
    }
    return byContainer;
  }

  private ContainerTimes container(
      String application, String id, Map<Phase, Long> nodeManager, PoolLaunch launch)
      throws IOException {
    Path logs = userLogs.resolve(application).resolve(id);
    TaskLog log = taskLog(logs);
    Map<Phase, Long> at = new EnumMap<>(Phase.class);
    at.putAll(log.at());
    boolean reused = launch != null && launch.reused();
    if (reused) {
      at.putAll(launch.at());
    } else {
      at.putAll(nodeManager);
      lastModified(logs.resolve("prelaunch.out")).ifPresent(t -> at.put(Phase.LOAD, t));
    }
    return new ContainerTimes(
        id,
        log.kind(),
        reused ? ContainerTimes.REUSE : launchOf(logs.resolve("stderr")),
        launch == null || launch.reason() == null ? "" : launch.reason(),
        reused && launch.slot() != null ? launch.slot() : -1,
        at);
  }

  /** A JVM that MPI has spawned says so. */
  private static String launchOf(Path stderr) throws IOException {
    return read(stderr, lines -> lines.anyMatch(line -> line.startsWith(SPAWNED))).orElse(false)
        ? ContainerTimes.SPAWN
        : ContainerTimes.FORK;
  }

  private static TaskLog taskLog(Path logs) throws IOException {
    Optional<TaskLog> log =
        read(logs.resolve("syslog"), lines -> TaskLog.parse(lines, ZoneId.systemDefault()));
    for (String printed : List.of("stdout", "taskmanager.out")) {
      if (log.isEmpty()) {
        log = read(logs.resolve(printed), TaskLog::printed);
      }
    }
    return log.orElse(TaskLog.silent());
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

  private static OptionalLong lastModified(Path file) throws IOException {
    return Files.exists(file)
        ? OptionalLong.of(Files.getLastModifiedTime(file).toMillis())
        : OptionalLong.empty();
  }
}
