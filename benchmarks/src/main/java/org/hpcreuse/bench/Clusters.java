/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import org.hpcreuse.bench.Entry.RunOptions;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.cluster.Commands;
import org.hpcreuse.bench.cluster.ProcessTable;
import org.hpcreuse.protocol.ExitCodes;

/**
 * The clusters of a run, one an arm, side by side. They are taken down once: at the run's end,
 * after a failure, or by the JVM's shutdown hook after Ctrl-C; then with their logs and data kept.
 */
final class Clusters implements AutoCloseable {
  private static final int KIB_PER_MIB = 1024;

  private final Path base;
  private final Commands commands;
  private final Progress progress;
  // Guarded by this: the shutdown hook comes from another thread.
  private final Map<Arm, Cluster> clusters = new EnumMap<>(Arm.class);
  private final Thread hook = new Thread(() -> downAll(false), "bench-clusters-down");
  private volatile boolean good;

  /** Makes none yet; their directories will be below {@code base}. */
  Clusters(Path base, Commands commands, Progress progress) {
    this.base = base;
    this.commands = commands;
    this.progress = progress;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** What the cluster of an arm takes at most, and while idle, MiB. */
  record Need(Arm arm, long needsMb, long idleMb) {}

  /**
   * Refuses clusters that do not fit into the machine's memory side by side, naming each arm and
   * all numbers. One of them works at a time, and may then need all that it has been planned with;
   * the others are idle. Starts nothing.
   */
  static void requireRoom(RunOptions options, Commands commands)
      throws IOException, InterruptedException {
    List<Need> needs = new ArrayList<>();
    long availableMb = Long.MAX_VALUE;
    for (Arm arm : options.hosts()) {
      List<String> words = new ArrayList<>(List.of("up", "--memory"));
      words.addAll(arm.upOptions());
      words.addAll(options.upOptions());
      JsonNode memory = new ObjectMapper().readTree(commands.text(words.toArray(String[]::new)));
      needs.add(new Need(arm, memory.path("needsMb").asLong(), memory.path("idleMb").asLong()));
      availableMb = Math.min(availableMb, memory.path("availableMb").asLong());
    }
    requireRoom(needs, availableMb);
  }

  static void requireRoom(List<Need> needs, long availableMb) throws BenchException {
    long togetherMb =
        needs.stream().mapToLong(Need::idleMb).sum()
            + needs.stream().mapToLong(need -> need.needsMb - need.idleMb).max().orElse(0);
    if (togetherMb > availableMb) {
      List<String> each = new ArrayList<>();
      needs.forEach(need -> each.add(need.arm + " " + need.needsMb + ", idle " + need.idleMb));
      throw new BenchException(
          ExitCodes.UNAVAILABLE,
          String.format(
              Locale.ROOT,
              "not enough memory for %d clusters side by side: they may need %d MiB, available are"
                  + " %d MiB (%s); use fewer --arms or smaller slots"
                  + " (--up-arg=--slots --up-arg=2x512 --up-arg=--spares --up-arg=0)",
              needs.size(),
              togetherMb,
              availableMb,
              String.join("; ", each)));
    }
  }

  /** A cluster that the caller brings up; it is taken down here in every case. */
  synchronized Cluster add(Arm arm) {
    Cluster cluster = new Cluster(arm, unused(base, arm.toString()), commands);
    clusters.put(arm, cluster);
    return cluster;
  }

  /** What a stopped run has left there is neither used nor removed. */
  static Path unused(Path base, String name) {
    Path dir = base.resolve(name);
    for (int number = 2; Files.exists(dir); number++) {
      dir = base.resolve(name + "-" + number);
    }
    return dir;
  }

  /**
   * Brings one up, waits for the training of its slots, and notes how long that took.
   *
   * @return the cluster, whose slots are at rest: only then is there as much memory for the next
   *     one as there can be
   */
  Cluster start(Arm arm, RunOptions options, RunDirectory run)
      throws IOException, InterruptedException {
    Cluster cluster = add(arm);
    progress.begin("start the " + arm + " cluster");
    cluster.up(options.upWords());
    int processes = 0;
    long kib = 0;
    if (arm.hasPool()) {
      cluster.awaitSlots();
      for (long pid : cluster.status().processes()) {
        OptionalLong rss = ProcessTable.rssKib(pid);
        processes += rss.isPresent() ? 1 : 0;
        kib += rss.orElse(0);
      }
    }
    long trainingMs = processes == 0 ? 0 : cluster.pool().awaitTraining();
    String hadoop = cluster.hadoopVersion();
    long upMs = cluster.upMs();
    run.append(new Entry.ClusterStart(arm, hadoop, upMs, processes, trainingMs, kib / KIB_PER_MIB));
    cluster.rest();
    return cluster;
  }

  /** The run has succeeded: nobody needs the clusters' logs. */
  void markGood() {
    good = true;
  }

  @Override
  public void close() {
    downAll(good);
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      progress.say("interrupted; clusters are down"); // The JVM is going down: the hook has run.
    }
  }

  private synchronized void downAll(boolean purge) {
    for (Cluster cluster : clusters.values()) {
      try {
        cluster.down(purge);
        if (!purge) {
          progress.say(
              "logs and data of the " + cluster.arm() + " cluster stay in " + cluster.dir());
        }
      } catch (IOException e) {
        progress.say("cluster " + cluster.dir() + " could not be taken down: " + e.getMessage());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        progress.say("interrupted while taking down " + cluster.dir());
      }
    }
    clusters.clear();
  }
}
