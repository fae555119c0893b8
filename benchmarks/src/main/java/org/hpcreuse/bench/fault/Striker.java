/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.fault;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.hpcreuse.bench.cluster.Await;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.cluster.PidFiles;
import org.hpcreuse.bench.cluster.PoolStatus;
import org.hpcreuse.protocol.ExitCodes;

/**
 * Ends and stops processes of a cluster, and takes from them what they need; starts again what
 * nobody else would.
 */
final class Striker {
  private static final Duration DAEMON_END = Duration.ofMinutes(2);
  private static final Duration DAEMON_START = Duration.ofMinutes(5);
  private static final String KILL = "KILL";
  private static final String STOP = "STOP";
  private static final String MASTER = "_000001";
  private static final int BLOCK_BYTES = 1 << 16;

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
   * @param what was hit, for people
   * @param undo to be called once
   */
  record Hit(String what, Undo undo) {
    static Hit atOnce(String what) {
      return new Hit(what, () -> {});
    }
  }

  /**
   * Strikes a process, which must not be a job's client.
   *
   * @param fault one that aims at a process, or at the disk
   */
  Hit strike(Fault fault) throws IOException, BenchException, InterruptedException {
    switch (fault) {
      case SLOT_KILL:
        return Hit.atOnce(signal(KILL, "slot", aSlot(status().running())));
      case SLOT_STOP:
        return Hit.atOnce(signal(STOP, "slot", aSlot(status().running())));
      case SLOT_PAUSE:
        return pause("slot", aSlot(status().running()));
      case GANG_MASTER_PAUSE:
        return pause("slot of a gang's master", aSlot(status().running(MASTER)));
      case POOL_MANAGER_KILL:
        return Hit.atOnce(signal(KILL, "pool manager", status().manager()));
      case POOL_MANAGER_PAUSE:
        return pause("pool manager", status().manager());
      case POOL_MANAGER_DESCRIPTORS:
        return withoutDescriptors(status().manager());
      case KEEPER_PAUSE:
        return pause("keeper", keeperOf(status().manager()));
      case MPIRUN_KILL:
        return Hit.atOnce(signal(KILL, "mpirun", cluster.pool().mpirun()));
      case NODE_MANAGER_KILL:
        return Hit.atOnce(renew("nodemanager", KILL));
      case NODE_MANAGER_RESTART:
        return Hit.atOnce(renew("nodemanager", "TERM"));
      case NODE_MANAGER_PAUSE:
        return pause("NodeManager", daemon("nodemanager"));
      case RESOURCE_MANAGER_KILL:
        return Hit.atOnce(renew("resourcemanager", KILL));
      case DISK_FULL:
        return fillDisk();
      default:
        throw new IllegalArgumentException(fault + " aims at a job");
    }
  }

  private PoolStatus status() throws IOException {
    return cluster.pool().status();
  }

  /** One of those that run what is wanted; any if the last one has ended meanwhile. */
  private long aSlot(List<Long> wanted) throws IOException {
    List<Long> pids = wanted.isEmpty() ? status().slots() : wanted;
    return pids.isEmpty() ? 0 : pids.get(random.nextInt(pids.size()));
  }

  private static long keeperOf(long manager) {
    return ProcessHandle.of(manager)
        .flatMap(ProcessHandle::parent)
        .map(ProcessHandle::pid)
        .orElse(0L);
  }

  private long daemon(String name) throws IOException {
    return PidFiles.read(cluster.dir()).getOrDefault(name, 0L);
  }

  /** The process may be ended while it stands still, and its pid given to another. */
  private static Hit pause(String what, long pid)
      throws IOException, BenchException, InterruptedException {
    Optional<Instant> started = startOf(pid);
    String hit = signal(STOP, what, pid);
    return new Hit(
        hit + ", then SIGCONT",
        () -> {
          if (startOf(pid).equals(started)) {
            run("kill", "-CONT", Long.toString(pid));
          }
        });
  }

  private static Optional<Instant> startOf(long pid) {
    return ProcessHandle.of(pid).flatMap(process -> process.info().startInstant());
  }

  /** It can open nothing from now on; what it has open stays. */
  private static Hit withoutDescriptors(long pid)
      throws IOException, BenchException, InterruptedException {
    Optional<Instant> started = startOf(pid);
    Path limits = Path.of("/proc", Long.toString(pid), "limits");
    String before =
        Files.readAllLines(limits).stream()
            .filter(line -> line.startsWith("Max open files"))
            .map(line -> line.split(" {2,}", -1)[1])
            .findFirst()
            .orElseThrow();
    String hit = "pool manager " + pid + " without descriptors";
    if (!limit(pid, "0")) {
      throw new BenchException(ExitCodes.FAILED, "could not hit: " + hit);
    }
    return new Hit(
        hit,
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
    Path filler = cluster.dir().resolve("filler");
    byte[] block = new byte[BLOCK_BYTES];
    long bytes = 0;
    try (OutputStream out = Files.newOutputStream(filler)) {
      while (bytes <= SmallDisk.MAX_BYTES) {
        out.write(block);
        bytes += block.length;
      }
    } catch (IOException full) {
      return new Hit(
          "the disk of " + cluster.dir() + ", full after " + (bytes >> 20) + " MiB more",
          () -> Files.deleteIfExists(filler));
    }
    Files.delete(filler);
    throw new IOException(cluster.dir() + " is not on a small disk: it took " + bytes + " bytes");
  }

  private String renew(String name, String signal)
      throws IOException, BenchException, InterruptedException {
    long pid = daemon(name);
    String hit = signal(signal, name, pid);
    Await.answer(
        "the end of " + hit,
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
      throw new BenchException(ExitCodes.FAILED, "the " + name + " did not start; see " + log);
    }
    return hit;
  }

  private static String signal(String name, String what, long pid)
      throws IOException, BenchException, InterruptedException {
    String hit = what + " " + pid + " by SIG" + name;
    if (pid <= 1) {
      // To kill(2) these are groups of processes.
      throw new BenchException(ExitCodes.FAILED, "nothing to hit: " + hit);
    }
    if (!run("kill", "-" + name, Long.toString(pid))) {
      throw new BenchException(ExitCodes.FAILED, "could not hit " + hit);
    }
    return hit;
  }

  private static boolean run(String... words) throws IOException, InterruptedException {
    return new ProcessBuilder(words).inheritIO().start().waitFor() == 0;
  }
}
