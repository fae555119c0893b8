/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.fault;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.hpcreuse.bench.cluster.Await;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.cluster.PoolStatus;
import org.hpcreuse.protocol.ExitCodes;

/** Ends processes of a cluster, and starts again what nobody else would. */
final class Striker {
  private static final Duration DAEMON_END = Duration.ofMinutes(2);
  private static final Duration DAEMON_START = Duration.ofMinutes(5);
  private static final String KILL = "KILL";

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

  /**
   * Strikes a process, which must not be a job's client.
   *
   * @param fault one that aims at a process
   * @return what was hit, for people
   */
  String strike(Fault fault) throws IOException, BenchException, InterruptedException {
    switch (fault) {
      case SLOT_KILL:
        return signal(KILL, "slot", aSlot());
      case SLOT_STOP:
        return signal("STOP", "slot", aSlot());
      case POOL_MANAGER_KILL:
        return signal(KILL, "pool manager", cluster.pool().status().manager());
      case MPIRUN_KILL:
        return signal(KILL, "mpirun", cluster.pool().mpirun());
      case NODE_MANAGER_KILL:
        return renewNodeManager(KILL);
      case NODE_MANAGER_RESTART:
        return renewNodeManager("TERM");
      default:
        throw new IllegalArgumentException(fault + " aims at a job");
    }
  }

  /** A slot that runs a container; any if the last one has ended meanwhile. */
  private long aSlot() throws IOException {
    PoolStatus status = cluster.pool().status();
    List<Long> pids = status.running().isEmpty() ? status.slots() : status.running();
    return pids.isEmpty() ? 0 : pids.get(random.nextInt(pids.size()));
  }

  private String renewNodeManager(String signal)
      throws IOException, BenchException, InterruptedException {
    Path file = cluster.dir().resolve("run/nodemanager.pid");
    long pid = Long.parseLong(Files.readString(file).split(" ", -1)[0]);
    String hit = signal(signal, "NodeManager", pid);
    Await.answer(
        "the end of " + hit,
        DAEMON_END,
        () -> ProcessHandle.of(pid).isPresent() ? Optional.empty() : Optional.of(pid));
    Process start =
        new ProcessBuilder(startDaemon.toString(), cluster.dir().toString(), "nodemanager")
            .redirectErrorStream(true)
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    if (!start.waitFor(DAEMON_START.toSeconds(), TimeUnit.SECONDS)) {
      start.destroy();
      throw new BenchException(
          ExitCodes.TIMEOUT,
          "the NodeManager did not start within " + DAEMON_START.toSeconds() + " s; see " + log);
    }
    if (start.exitValue() != 0) {
      throw new BenchException(ExitCodes.FAILED, "the NodeManager did not start; see " + log);
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
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid)).inheritIO().start();
    if (kill.waitFor() != 0) {
      throw new BenchException(ExitCodes.FAILED, "could not hit " + hit);
    }
    return hit;
  }
}
