/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.gangs;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.progress.Progress;
import org.hpcreuse.bench.run.Rest;
import org.hpcreuse.bench.samples.GangEnd;
import org.hpcreuse.bench.samples.GangEnd.Kind;
import org.hpcreuse.bench.samples.RunDirectory;
import org.hpcreuse.bench.samples.SlotReading;
import org.hpcreuse.bench.workload.Pi;
import org.hpcreuse.protocol.ExitCodes;
import org.hpcreuse.protocol.option.Options;

/**
 * First gangs of random sizes, several at a time, beside MapReduce jobs one after the other. Then
 * gangs that lose a rank, one at a time; after each comes one that must be right again.
 */
public final class GangsRun {
  private static final int LARGEST = 6;
  private static final int JOB_MAPS = 4;
  private static final int JOB_POINTS = 10;

  /** A rank dies at some moment of the wait, which begins when its line has come here. */
  private static final Duration LATEST_KILL = Duration.ofMillis(200);

  /** For the gangs that still run when another one's client has failed. */
  private static final Duration LAST_ENDS = Duration.ofMinutes(6);

  private final int gangs;
  private final int kills;
  private final int together;
  private final long seed;
  private final Path jar;

  /**
   * Plans a run.
   *
   * @param gangs how many gangs beside jobs
   * @param kills how many gangs lose a rank
   * @param together how many gangs are submitted at a time
   * @param seed of all that is drawn
   * @param jar gangcheck.jar
   */
  public GangsRun(int gangs, int kills, int together, long seed, Path jar) {
    this.gangs = gangs;
    this.kills = kills;
    this.together = together;
    this.seed = seed;
    this.jar = jar;
  }

  /**
   * Words for {@code hpc-reuse up}: eight slots, of which ApplicationMasters may have two, and
   * spares for those that are killed. A pool whose spares are used up starts all its slots again;
   * training would take minutes each time.
   */
  public static List<String> upOptions() {
    return List.of(
        "--slots",
        "8x512",
        "--spares",
        "4",
        "--conf",
        "yarn.scheduler.capacity.maximum-am-resource-percent=0.25",
        "--conf",
        Options.TRAINING.key() + "=off");
  }

  /** How many steps {@link #run} shows. */
  public int steps() {
    return gangs + kills;
  }

  /**
   * Runs all.
   *
   * @param cluster it is up, and nothing runs in it
   * @param directory receives a line for each gang and job
   */
  public void run(Cluster cluster, RunDirectory directory, Progress progress)
      throws IOException, BenchException, InterruptedException {
    read("before", cluster, directory);
    mixed(cluster, directory, progress);
    read("after", cluster, directory);
    Random random = new Random(seed);
    for (int kill = 0; kill < kills; kill++) {
      Kind kind = kill % 2 == 0 ? Kind.RECV : Kind.ALL_REDUCE;
      Rest.await(cluster);
      int number = gangs + 2 * kill + 1;
      int ranks = 2 + random.nextInt(LARGEST - 1);
      progress.begin("gang " + number + " of " + ranks + " ranks loses one in " + kind, 1);
      long before = cluster.pool().status().ranks();
      GangEnd lost =
          new CheckedGang(cluster, jar, number, ranks, kind).run(pid -> kill(cluster, pid, random));
      GangEnd next = new CheckedGang(cluster, jar, number + 1, LARGEST, Kind.AFTER).run();
      directory.append(lost.withRanksLost(before - cluster.pool().status().ranks()));
      directory.append(next);
    }
    Rest.await(cluster);
  }

  /** By audits: a slot without training has not said its figures before its first container. */
  private static void read(String when, Cluster cluster, RunDirectory directory)
      throws IOException, BenchException, InterruptedException {
    Rest.await(cluster);
    directory.append(new SlotReading(when, 0, true, cluster.audit()));
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

  private void mixed(Cluster cluster, RunDirectory directory, Progress progress)
      throws IOException, BenchException, InterruptedException {
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
        running.add(
            clients.submit(
                () -> {
                  for (int i = next.incrementAndGet();
                      i <= gangs && !over.get();
                      i = next.incrementAndGet()) {
                    int ranks = 1 + new SplittableRandom(seed * 1000 + i).nextInt(LARGEST);
                    begin(progress, "gang " + i + " of " + ranks + " ranks");
                    append(directory, new CheckedGang(own, jar, i, ranks, Kind.MIXED).run());
                  }
                  return null;
                }));
      }
      Cluster own = cluster.beside(directory.logs().resolve("jobs.log"));
      Future<?> jobs =
          clients.submit(
              () -> {
                for (int i = 1; !over.get(); i++) {
                  append(directory, job(own, i));
                }
                return null;
              });
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
      throw new BenchException(ExitCodes.FAILED, String.valueOf(e.getCause()));
    } finally {
      clients.shutdown();
      clients.awaitTermination(LAST_ENDS.toSeconds(), TimeUnit.SECONDS);
    }
  }

  private static GangEnd job(Cluster cluster, int number) throws IOException, InterruptedException {
    long began = System.nanoTime();
    String detail = "";
    try {
      new Pi("pi", JOB_MAPS, JOB_POINTS).run(cluster, Integer.toString(number));
    } catch (BenchException e) {
      detail = e.getMessage();
    }
    long wallMs = Duration.ofNanos(System.nanoTime() - began).toMillis();
    return new GangEnd(number, Kind.JOB, 0, detail.isEmpty(), wallMs, 0, 0, detail);
  }

  private static void begin(Progress progress, String what) {
    synchronized (progress) {
      progress.begin(what, 1);
    }
  }

  private static void append(RunDirectory directory, GangEnd end) throws IOException {
    synchronized (directory) {
      directory.append(end);
    }
  }
}
