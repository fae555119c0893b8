/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.run.ClusterWaits;
import org.hpcreuse.bench.run.Entry;
import org.hpcreuse.bench.run.Entry.GangEnd;
import org.hpcreuse.bench.run.Entry.GangKind;
import org.hpcreuse.bench.run.Progress;
import org.hpcreuse.bench.run.RunCommand;
import org.hpcreuse.bench.run.RunDirectory;
import org.hpcreuse.bench.run.RunOptions;
import org.hpcreuse.bench.workload.Pi;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code hpc-reuse bench gangs}: exit status 0 when every gang and job was as it must be. First
 * gangs of random sizes, several at a time, beside MapReduce jobs one after the other. Then gangs
 * that lose a rank, one at a time; after each comes one that must be right again.
 */
@Command(
    name = "gangs",
    mixinStandardHelpOptions = true,
    description = {
      "Run many gangs of random sizes beside each other and beside MapReduce jobs, then gangs that",
      "lose a rank; show whether all were right, how fast they end and what stays in the slots."
    })
public final class GangsCommand extends RunCommand {
  private static final String NAME = "gangs";
  private static final int MOST_TOGETHER = 16;
  private static final int LARGEST = 6;
  private static final int JOB_MAPS = 4;

  /** To start and to stop the cluster. */
  private static final int STEPS = 2;

  /**
   * Eight slots, of which ApplicationMasters may have two, and spares for those that are killed. A
   * pool whose spares are used up starts all its slots again; training would take minutes each
   * time.
   */
  private static final String UP =
      "--slots 8x512 --spares 4 --conf hpc-reuse.training=off"
          + " --conf yarn.scheduler.capacity.maximum-am-resource-percent=0.25";

  /** A rank dies at some moment of the wait, which begins when its line has come here. */
  private static final Duration LATEST_KILL = Duration.ofMillis(200);

  /** For the gangs that still run when another one's client has failed. */
  private static final Duration LAST_ENDS = Duration.ofMinutes(6);

  @Option(
      names = "--gangs",
      paramLabel = "N",
      description = "Gangs beside jobs (default: ${DEFAULT-VALUE}).")
  int gangs = 200;

  @Option(
      names = "--kills",
      paramLabel = "K",
      description = "Gangs that lose a rank (default: ${DEFAULT-VALUE}).")
  int kills = 20;

  @Option(
      names = "--together",
      paramLabel = "T",
      description = "Gangs that are submitted at a time, 1 to 16 (default: ${DEFAULT-VALUE}).")
  int together = 3;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Of sizes, messages and moments (default: ${DEFAULT-VALUE}).")
  long seed = 1;

  @Option(
      names = "--heartbeat-ms",
      paramLabel = "H",
      description = "NodeManager and AM heartbeats (default: ${DEFAULT-VALUE}).")
  int heartbeatMs = 100;

  @Mixin UpArguments up;

  @Override
  public Integer call() throws Exception {
    if (gangs < 0 || kills < 0 || gangs + kills == 0) {
      throw BenchException.usage(
          "--gangs " + gangs + " --kills " + kills + ": one or more are needed");
    }
    requireRange("--together", together, 1, MOST_TOGETHER);
    List<String> words = Stream.concat(Stream.of(UP.split(" ")), up.words().stream()).toList();
    RunOptions options = RunOptions.of(NAME, gangs + kills, Arm.REUSE, seed, heartbeatMs, words);
    RunDirectory directory = begin(options);
    int status;
    try (Progress progress = new Progress(err(), NAME, gangs + kills + STEPS)) {
      withCluster(
          Arm.REUSE, directory, options, progress, cluster -> run(cluster, directory, progress));
    } finally {
      // Also after a failure: what was seen until then.
      status = report(directory, false);
    }
    return status;
  }

  private void run(Cluster cluster, RunDirectory directory, Progress progress)
      throws IOException, InterruptedException {
    Path jar = home().jar("gangcheck.jar");
    read("before", cluster, directory);
    mixed(cluster, jar, directory, progress);
    read("after", cluster, directory);
    Random random = new Random(seed);
    for (int kill = 0; kill < kills; kill++) {
      GangKind kind = kill % 2 == 0 ? GangKind.RECV : GangKind.ALL_REDUCE;
      ClusterWaits.rest(cluster);
      int number = gangs + 2 * kill + 1;
      int ranks = 2 + random.nextInt(LARGEST - 1);
      progress.begin("gang " + number + " of " + ranks + " ranks loses one in " + kind);
      long before = cluster.pool().status().ranks();
      GangEnd lost =
          new CheckedGang(cluster, jar, number, ranks, kind).run(pid -> kill(cluster, pid, random));
      GangEnd next = new CheckedGang(cluster, jar, number + 1, LARGEST, GangKind.AFTER).run();
      directory.append(lost.withRanksLost(before - cluster.pool().status().ranks()));
      directory.append(next);
    }
    ClusterWaits.rest(cluster);
  }

  /** By audits: a slot without training has not said its figures before its first container. */
  private static void read(String when, Cluster cluster, RunDirectory directory)
      throws IOException, InterruptedException {
    ClusterWaits.rest(cluster);
    directory.append(new Entry.Reading(when, 0, true, cluster.audit()));
  }

  private static void kill(Cluster cluster, long pid, Random random) throws IOException {
    if (!cluster.pool().status().processes().contains(pid)) {
      throw new IOException("process " + pid + " is no slot of " + cluster.dir());
    }
    try {
      TimeUnit.NANOSECONDS.sleep(random.nextLong(LATEST_KILL.toNanos()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
  }

  private void mixed(Cluster cluster, Path jar, RunDirectory directory, Progress progress)
      throws IOException, InterruptedException {
    AtomicInteger next = new AtomicInteger();
    AtomicBoolean over = new AtomicBoolean(gangs == 0);
    AtomicInteger named = new AtomicInteger();
    ExecutorService clients =
        Executors.newFixedThreadPool(
            together + 1, work -> new Thread(work, "gangs-client-" + named.incrementAndGet()));
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int client = 0; client < together; client++) {
        Cluster own = cluster.beside(directory.logs().resolve("gangs-" + client + ".log"));
        Callable<Void> work =
            () -> {
              for (int i = next.incrementAndGet();
                  i <= gangs && !over.get();
                  i = next.incrementAndGet()) {
                int ranks = 1 + new SplittableRandom(seed * 1000 + i).nextInt(LARGEST);
                progress.begin("gang " + i + " of " + ranks + " ranks");
                directory.append(new CheckedGang(own, jar, i, ranks, GangKind.MIXED).run());
              }
              return null;
            };
        running.add(clients.submit(work));
      }
      Cluster own = cluster.beside(directory.logs().resolve("jobs.log"));
      Callable<Void> work =
          () -> {
            for (int i = 1; !over.get(); i++) {
              directory.append(job(own, i));
            }
            return null;
          };
      Future<?> jobs = clients.submit(work);
      try {
        for (Future<?> each : running) {
          each.get();
        }
      } finally {
        over.set(true);
      }
      jobs.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      throw BenchException.failed(String.valueOf(e.getCause()));
    } finally {
      clients.shutdown();
      clients.awaitTermination(LAST_ENDS.toSeconds(), TimeUnit.SECONDS);
    }
  }

  private static GangEnd job(Cluster cluster, int number) throws IOException, InterruptedException {
    long began = System.nanoTime();
    String detail = "";
    try {
      new Pi("pi", JOB_MAPS).run(cluster, Integer.toString(number));
    } catch (BenchException e) {
      detail = e.getMessage();
    }
    long wallMs = Duration.ofNanos(System.nanoTime() - began).toMillis();
    return new GangEnd(number, GangKind.JOB, 0, detail.isEmpty(), wallMs, 0, 0, detail);
  }
}
