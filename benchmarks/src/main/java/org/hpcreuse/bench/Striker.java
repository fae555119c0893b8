/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.hpcreuse.bench.cluster.Await;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.cluster.PoolStatus;
import org.hpcreuse.protocol.ExitCodes;

/**
 * Ends and stops processes of a cluster, and takes from them what they need; starts again what
 * nobody else would.
 */
final class Striker {
  private static final Duration DAEMON_END = Duration.ofMinutes(2);
  private static final Duration DAEMON_START = Duration.ofMinutes(5);

  /** A busy pool starts mpirun again when it is idle. */
  private static final Duration RENEWAL = Duration.ofMinutes(6);

  /** So many of a cluster with four slots and two spares; with all there is nothing to renew. */
  private static final int MOST_RANKS = 5;

  private static final String NODE_MANAGER = "nodemanager";
  private static final String RESOURCE_MANAGER = "resourcemanager";
  private static final String KILL = "KILL";
  private static final String STOP = "STOP";
  private static final String MASTER = "_000001";

  private final Cluster cluster;
  private final Path startDaemon;
  private final Path log;
  private final Random random;

  /**
   * Aims at a cluster.
   *
   * @param cluster it must be up
   * @param startDaemon launch/head/start-daemon.sh
   * @param log receives what that prints
   * @param random chooses among slots
   */
  Striker(Cluster cluster, Path startDaemon, Path log, Random random) {
    this.cluster = cluster;
    this.startDaemon = startDaemon;
    this.log = log;
    this.random = random;
  }

  /** Ends a fault that goes on. */
  interface Undo {
    /** What it ends may be over by itself. */
    void run() throws IOException, InterruptedException;
  }

  /**
   * What a strike has done.
   *
   * @param what was hit, for people; why nothing was when it missed
   * @param missed whether nothing was hit
   * @param undo to be called once
   */
  record Hit(String what, boolean missed, Undo undo) {
    static Hit atOnce(String what) {
      return new Hit(what, false, () -> {});
    }

    static Hit lasting(String what, Undo undo) {
      return new Hit(what, false, undo);
    }

    static Hit missed(String why) {
      return new Hit(why, true, () -> {});
    }
  }

  /**
   * Strikes a process, which must not be a job's client. It misses when there is no such process,
   * or when that has just ended.
   *
   * @param fault one that aims at a process, or at the disk
   */
  Hit strike(Fault fault) throws IOException, InterruptedException {
    if (fault == Fault.DISK_FULL) {
      return fillDisk();
    }
    OptionalLong aim = aim(fault);
    if (aim.isEmpty()) {
      return Hit.missed("there was nothing to hit");
    }
    long pid = aim.getAsLong();
    return switch (fault) {
      case SLOT_KILL, POOL_MANAGER_KILL, MPIRUN_KILL -> once(KILL, pid);
      case SLOT_STOP -> once(STOP, pid);
      case SLOT_PAUSE, GANG_MASTER_PAUSE, POOL_MANAGER_PAUSE, KEEPER_PAUSE, NODE_MANAGER_PAUSE ->
          pause(pid);
      case POOL_MANAGER_DESCRIPTORS -> withoutDescriptors(pid);
      case POOL_MANAGER_ABSENCE -> absence(pid);
      case RENEWAL_KILL -> killInRenewal(pid);
      case BOTH_MANAGERS_KILL -> {
        Hit manager = once(KILL, cluster.pool().status().manager());
        Hit node = renew(NODE_MANAGER, KILL, pid);
        yield new Hit(node.what() + " and " + manager.what(), node.missed(), node.undo());
      }
      case NODE_MANAGER_KILL -> renew(NODE_MANAGER, KILL, pid);
      case NODE_MANAGER_RESTART -> renew(NODE_MANAGER, "TERM", pid);
      case RESOURCE_MANAGER_KILL -> renew(RESOURCE_MANAGER, KILL, pid);
      default -> throw new IllegalArgumentException(fault + " aims at a job");
    };
  }

  private OptionalLong aim(Fault fault) throws IOException {
    return switch (fault) {
      case NODE_MANAGER_KILL, NODE_MANAGER_RESTART, NODE_MANAGER_PAUSE, BOTH_MANAGERS_KILL ->
          daemon(NODE_MANAGER);
      case RESOURCE_MANAGER_KILL -> daemon(RESOURCE_MANAGER);
      case MPIRUN_KILL, RENEWAL_KILL -> process(mpirun());
      default -> aim(fault, cluster.pool().status(), random);
    };
  }

  private long mpirun() throws IOException {
    return cluster.pool().processes().getOrDefault("mpirun", 0L);
  }

  /** The process of a pool that a fault aims at, if it is there now. */
  static OptionalLong aim(Fault fault, PoolStatus pool, Random random) {
    return switch (fault) {
      case SLOT_KILL, SLOT_STOP, SLOT_PAUSE -> any(pool.running(), random);
      case GANG_MASTER_PAUSE -> any(pool.running(MASTER), random);
      case KEEPER_PAUSE -> process(keeperOf(pool.manager()));
      default -> process(pool.manager());
    };
  }

  private static OptionalLong any(List<Long> pids, Random random) {
    return pids.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(pids.get(random.nextInt(pids.size())));
  }

  /** To kill(2), 0 and what is below are groups of processes. */
  private static OptionalLong process(long pid) {
    return pid > 1 ? OptionalLong.of(pid) : OptionalLong.empty();
  }

  private static long keeperOf(long manager) {
    return ProcessHandle.of(manager)
        .flatMap(ProcessHandle::parent)
        .map(ProcessHandle::pid)
        .orElse(0L);
  }

  private OptionalLong daemon(String name) throws IOException {
    return process(Cluster.pids(cluster.dir()).getOrDefault(name, 0L));
  }

  static Hit once(String signal, long pid) throws IOException, InterruptedException {
    return signal(signal, pid)
        ? Hit.atOnce(pid + " by SIG" + signal)
        : Hit.missed(pid + " had ended before SIG" + signal);
  }

  /** The process may be ended while it stands still, and its pid given to another. */
  static Hit pause(long pid) throws IOException, InterruptedException {
    Optional<Instant> started = startOf(pid);
    Hit stop = once(STOP, pid);
    return stop.missed()
        ? stop
        : Hit.lasting(
            stop.what() + ", then SIGCONT",
            () -> {
              if (startOf(pid).equals(started)) {
                signal("CONT", pid);
              }
            });
  }

  private static Hit absence(long manager) throws IOException, InterruptedException {
    OptionalLong keeper = process(keeperOf(manager));
    if (keeper.isEmpty()) {
      return Hit.missed(manager + " has no keeper");
    }
    Hit pause = pause(keeper.getAsLong());
    return new Hit(
        once(KILL, manager).what() + ", its keeper " + pause.what(), pause.missed(), pause.undo());
  }

  /** The second strike comes when some ranks of the new mpirun have reported. */
  private Hit killInRenewal(long mpirun) throws IOException, InterruptedException {
    int ranks = random.nextInt(MOST_RANKS + 1);
    Hit first = once(KILL, mpirun);
    return first.missed()
        ? first
        : Hit.lasting(
            first.what() + ", then the pool manager with " + ranks + " new ranks",
            () -> once(KILL, managerInRenewal(mpirun, ranks)));
  }

  private long managerInRenewal(long before, int ranks) throws IOException, InterruptedException {
    return Await.answer(
        "another mpirun than " + before + " with " + ranks + " ranks",
        RENEWAL,
        () -> {
          try {
            PoolStatus pool = cluster.pool().status();
            long mpirun = mpirun();
            return mpirun > 1 && mpirun != before && pool.ranks() >= ranks
                ? Optional.of(pool.manager())
                : Optional.empty();
          } catch (IOException e) { // mpirun's file has just gone
            return Optional.empty();
          }
        });
  }

  private static Optional<Instant> startOf(long pid) {
    return ProcessHandle.of(pid).flatMap(process -> process.info().startInstant());
  }

  /**
   * It can open nothing new from now on, except in the place of what it closes: what it has open
   * stays, and a descriptor that it keeps in reserve is of use.
   */
  static Hit withoutDescriptors(long pid) throws IOException, InterruptedException {
    Optional<Instant> started = startOf(pid);
    Path process = Path.of("/proc", Long.toString(pid));
    String before;
    long limit;
    try (Stream<Path> open = Files.list(process.resolve("fd"))) {
      limit = 1 + open.mapToLong(fd -> Long.parseLong(fd.getFileName().toString())).max().orElse(0);
      before =
          Files.readAllLines(process.resolve("limits")).stream()
              .filter(line -> line.startsWith("Max open files"))
              .map(line -> line.split(" {2,}", -1)[1])
              .findFirst()
              .orElseThrow();
    } catch (IOException | UncheckedIOException e) {
      return Hit.missed(pid + " had ended: " + e.getMessage());
    }
    if (!limit(pid, Long.toString(limit))) {
      return Hit.missed(pid + " had ended before its descriptors could be limited");
    }
    return Hit.lasting(
        pid + " with " + limit + " descriptors at most",
        () -> {
          if (startOf(pid).equals(started)) {
            limit(pid, before);
          }
        });
  }

  private static boolean limit(long pid, String descriptors)
      throws IOException, InterruptedException {
    return run("prlimit", "--pid", Long.toString(pid), "--nofile=" + descriptors + ":");
  }

  private Hit fillDisk() throws IOException {
    long bytes = SmallDisk.fill(cluster.dir());
    return Hit.lasting(
        "the disk of " + cluster.dir() + ", full after " + (bytes >> 20) + " MiB more",
        () -> SmallDisk.empty(cluster.dir()));
  }

  private Hit renew(String name, String signal, long pid) throws IOException, InterruptedException {
    Hit hit = once(signal, pid);
    if (hit.missed()) {
      return hit;
    }
    Await.answer(
        "the end of the " + name + " " + hit.what(),
        DAEMON_END,
        () -> ProcessHandle.of(pid).isPresent() ? Optional.empty() : Optional.of(pid));
    Process start =
        new ProcessBuilder(startDaemon.toString(), cluster.dir().toString(), name)
            .redirectErrorStream(true)
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    if (!start.waitFor(DAEMON_START.toSeconds(), TimeUnit.SECONDS)) {
      start.destroy();
      throw new BenchException(
          ExitCodes.TIMEOUT,
          "the " + name + " did not start within " + DAEMON_START.toSeconds() + " s; see " + log);
    }
    if (start.exitValue() != 0) {
      throw BenchException.failed("the " + name + " did not start; see " + log);
    }
    return hit;
  }

  /** Whether the process was there to get it. */
  private static boolean signal(String name, long pid) throws IOException, InterruptedException {
    return run("kill", "-" + name, Long.toString(pid));
  }

  private static boolean run(String... words) throws IOException, InterruptedException {
    return new ProcessBuilder(words).inheritIO().start().waitFor() == 0;
  }
}
