/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.spawn.nodemanager;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.util.Shell;
import org.apache.hadoop.yarn.server.nodemanager.ContainerExecutor.ExitCode;
import org.hpcreuse.protocol.ExitCodes;
import org.hpcreuse.spawn.rank.LaunchRequest;

/**
 * A container's launch script, started by a rank. The NodeManager is not its parent: it learns the
 * exit status from the file that the stock script writes. A rank that dies later takes nothing
 * along; when mpirun dies, the container's JVM ends with it, and the script notes its status.
 */
final class SpawnedCommand implements Shell.CommandExecutor {
  /** How often a process and a rank are looked at; files announce themselves. */
  private static final Duration LOOK = Duration.ofSeconds(1);

  /**
   * How long a launch waits for others.
   *
   * @param freeRank for a free rank: there is one for each container that YARN starts on the node
   * @param begin for the launch script of the container to begin, after a rank has the request
   * @param afterRank for the same when that rank has ended: mpirun may still be at it
   * @param status for the exit status when the process of the container has ended
   */
  record Limits(Duration freeRank, Duration begin, Duration afterRank, Duration status) {
    static final Limits USUAL =
        new Limits(
            Duration.ofSeconds(30),
            Duration.ofSeconds(60),
            Duration.ofSeconds(5),
            Duration.ofSeconds(2));
  }

  private final FreeRanks ranks;
  private final LaunchRequest request;
  private final Path pidFile;
  private final BooleanSupplier wanted;
  private final Limits limits;
  private int exitCode;

  SpawnedCommand(
      FreeRanks ranks, LaunchRequest request, Path pidFile, BooleanSupplier wanted, Limits limits) {
    this.ranks = ranks;
    this.request = request;
    this.pidFile = pidFile;
    this.wanted = wanted;
    this.limits = limits;
  }

  /**
   * Runs the container to its end. Ignores interrupts, as the stock executor does.
   *
   * @throws Shell.ExitCodeException when its status is not 0, or it could not be started
   */
  @Override
  public void execute() throws IOException {
    exitCode = ExitCodes.FAILED;
    try (FreeRanks.RankConnection rank = ranks.take(limits.freeRank());
        SpawnedFiles files = new SpawnedFiles(pidFile)) {
      if (!wanted.getAsBoolean()) {
        throw ended(ExitCode.TERMINATED.getExitCode(), "killed before a rank was free");
      }
      files.removeOld();
      rank.send(request);
      long pid = awaitBegin(rank, files);
      exitCode = awaitStatus(pid, files);
    }
    if (exitCode != 0) {
      throw new Shell.ExitCodeException(exitCode, "");
    }
  }

  private long awaitBegin(FreeRanks.RankConnection rank, SpawnedFiles files) throws IOException {
    long deadline = System.nanoTime() + limits.begin().toNanos();
    boolean rankHasEnded = false;
    while (true) {
      OptionalInt pid = files.pid();
      if (pid.isPresent()) {
        return pid.getAsInt();
      }
      Optional<String> closing = rank.closing();
      if (closing.isPresent() && !closing.get().isBlank()) {
        throw ended(ExitCodes.FAILED, closing.get());
      }
      if (closing.isPresent() && !rankHasEnded) {
        rankHasEnded = true;
        deadline = Math.min(deadline, System.nanoTime() + limits.afterRank().toNanos());
      }
      if (System.nanoTime() - deadline > 0) {
        throw ended(
            ExitCodes.FAILED,
            rankHasEnded
                ? "its rank has ended before the container began; see logs/spawn-ranks.log"
                : "its launch script has not begun within " + limits.begin().toMillis() + " ms");
      }
      files.await(LOOK);
    }
  }

  private int awaitStatus(long pid, SpawnedFiles files) throws IOException {
    boolean over = false;
    long deadline = 0;
    while (true) {
      boolean lives = SpawnedFiles.lives(pid);
      OptionalInt status = files.status();
      if (status.isPresent()) {
        return status.getAsInt();
      }
      if (!lives && !over) {
        over = true;
        deadline = System.nanoTime() + limits.status().toNanos();
      }
      if (over && System.nanoTime() - deadline > 0) {
        throw ended(
            ExitCode.LOST.getExitCode(),
            "its process " + pid + " has ended, and its launch script has left no status");
      }
      files.await(LOOK);
    }
  }

  private Shell.ExitCodeException ended(int status, String message) {
    exitCode = status;
    return new Shell.ExitCodeException(status, message);
  }

  @Override
  public int getExitCode() {
    return exitCode;
  }

  /** Nothing: what the script prints goes to the log of mpirun. */
  @Override
  public String getOutput() {
    return "";
  }

  @Override
  public void close() {
    // All is closed at the end of execute().
  }
}
