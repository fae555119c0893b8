/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.launch;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.yarn.server.nodemanager.executor.ContainerStartContext;
import org.hpcreuse.nodemanager.command.CapturedLaunch;
import org.hpcreuse.nodemanager.command.NotEligibleException;
import org.hpcreuse.nodemanager.command.Reason;
import org.hpcreuse.nodemanager.command.UnderstoodLaunch;
import org.hpcreuse.nodemanager.files.ContainerFiles;
import org.hpcreuse.nodemanager.files.ResourceLinks;
import org.hpcreuse.nodemanager.usage.ContainerModes;
import org.hpcreuse.protocol.ExitCodes;
import org.hpcreuse.protocol.FallbackReason;
import org.hpcreuse.protocol.option.Options;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.MessageChannel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings containers into slots. Thread-safe; each launch runs on its caller's thread. */
public final class SlotLauncher {
  private static final Logger LOG = LoggerFactory.getLogger(SlotLauncher.class);

  /** YARN's own code for a container whose fate is unknown. */
  private static final int LOST = 154;

  private static final Duration POOL_DOWN_PAUSE = Duration.ofSeconds(1);

  /** It was cancelled in time. */
  private static final Result NOT_STARTED =
      new Result.Finished(ExitCodes.TERMINATED, "", new Phases(-1, 0, 0, 0), false);

  private final ExecutorSettings settings;
  private final Eligibility.Node node;
  private final PoolClient pool;
  private final ContainerModes modes;
  private final String shellPath;

  public SlotLauncher(
      ExecutorSettings settings,
      Eligibility.Node node,
      PoolClient pool,
      ContainerModes modes,
      String shellPath) {
    this.settings = settings;
    this.node = node;
    this.pool = pool;
    this.modes = modes;
    this.shellPath = shellPath;
  }

  /** How a launch went. */
  public sealed interface Result {
    /**
     * It is over.
     *
     * @param status exit status
     * @param diagnostics text for YARN; empty when there is nothing to say
     * @param phases when what happened
     * @param lost whether it is not known how it ended, nor if it has
     */
    record Finished(int status, String diagnostics, Phases phases, boolean lost)
        implements Result {}

    /** It has not run and is to be forked. */
    record Fork(Reason reason) implements Result {}

    /** It has not run and must fail. */
    record Refused(Reason reason) implements Result {}
  }

  /** Times in milliseconds since the epoch, 0 = never; slot -1 = none. */
  public record Phases(int slot, long loadMs, long runningMs, long endedMs) {
    public boolean inSlot() {
      return slot >= 0;
    }
  }

  /**
   * A container to launch.
   *
   * @param context YARN's own description
   * @param captured what would stand in the launch script; null when it is not known
   * @param pidFile where the slot's pid goes
   * @param logDirMode mode of the container's log directories
   * @param cancelled whether YARN wants it no longer
   */
  public record Order(
      ContainerStartContext context,
      CapturedLaunch captured,
      Path pidFile,
      int logDirMode,
      BooleanSupplier cancelled) {
    String id() {
      return context.getContainer().getContainerId().toString();
    }

    int memoryMb() {
      return (int) context.getContainer().getResource().getMemorySize();
    }
  }

  /** Runs a container in a slot if it may and can be, and returns when it is over. */
  public Result launch(Order order) {
    try {
      Eligibility.requireOwnUser(node, order.context().getUser());
    } catch (NotEligibleException e) {
      return new Result.Refused(e.reason());
    }
    try {
      if (order.captured() == null) {
        throw new NotEligibleException(
            FallbackReason.NOT_CAPTURED, "its launch script was not seen being written");
      }
      Eligibility.requireWanted(node, order.captured().environment());
      UnderstoodLaunch launch = UnderstoodLaunch.of(order.captured(), shellPath);
      Eligibility.requireSameProcess(node, launch.environment());
      return runUntilDecided(order, launch);
    } catch (NotEligibleException e) {
      return fallback(e.reason());
    } catch (IOException | RuntimeException e) {
      // SlotRun throws none once the pool has been asked: the container has not run.
      LOG.warn("{} cannot be brought into a slot", order.id(), e);
      return fallback(new Reason(FallbackReason.EXECUTOR_FAILURE, e.toString()));
    }
  }

  private Result runUntilDecided(Order order, UnderstoodLaunch launch)
      throws IOException, NotEligibleException {
    boolean interrupted = false;
    try {
      while (true) {
        Result result = runOnce(order, launch);
        if (!(result instanceof Result.Fork fork)) {
          return result;
        }
        if (order.cancelled().getAsBoolean()) {
          return NOT_STARTED;
        }
        if (!fork.reason().kind().passes() || settings.fallback() != Options.Fallback.WAIT) {
          return fallback(fork.reason());
        }
        // An interrupt would break each new connection at once: the flag is put aside meanwhile.
        interrupted |= Thread.interrupted();
        LockSupport.parkNanos(POOL_DOWN_PAUSE.toNanos());
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Who waits without bound keeps its place in the pool's queue. */
  private long holdMs() {
    return settings.fallback() == Options.Fallback.WAIT ? Long.MAX_VALUE : settings.holdMs();
  }

  private SlotRun run(String containerId, SlotAttempt attempt, boolean interruptible) {
    SlotRun.Patience patience = new SlotRun.Patience(SlotRun.searchIn(pool), settings.signals());
    return new SlotRun(pool, containerId, attempt, interruptible, patience);
  }

  /** A container that asked to be forked is forked whatever the fallback says. */
  private Result fallback(Reason reason) {
    boolean fail =
        settings.fallback() == Options.Fallback.FAIL && reason.kind() != FallbackReason.OPTED_OUT;
    return fail ? new Result.Refused(reason) : new Result.Fork(reason);
  }

  private Result runOnce(Order order, UnderstoodLaunch launch)
      throws IOException, NotEligibleException {
    MessageChannel connection;
    String poolJava;
    try {
      Path home = Path.of(pool.files().get(Options.JAVA_HOME));
      poolJava = home.resolve("bin/java").toRealPath().toString();
      connection = pool.connect();
    } catch (IOException | TimeoutException | RuntimeException e) {
      return new Result.Fork(new Reason(FallbackReason.POOL_DOWN, String.valueOf(e.getMessage())));
    }
    try {
      Eligibility.requireSameJava(realPath(launch.java().program()), poolJava);
      int heapMb = launch.java().heapMb().orElse(order.memoryMb());
      Eligibility.requireFits(heapMb, connection.welcome().largestHeapMb());
      return runIn(connection, order, launch, heapMb);
    } finally {
      connection.close();
    }
  }

  private static String realPath(String program) throws NotEligibleException {
    try {
      return Path.of(program).toRealPath().toString();
    } catch (IOException e) {
      throw new NotEligibleException(FallbackReason.JAVA_HOME, program + " does not exist");
    }
  }

  private Result runIn(MessageChannel connection, Order order, UnderstoodLaunch launch, int heapMb)
      throws IOException, NotEligibleException {
    ContainerFiles files = new ContainerFiles(order.context(), Path.of(launch.logDir()));
    Map<String, Path> targets = ResourceLinks.resolve(order.captured().resources());
    ResourceLinks links = new ResourceLinks();
    SlotAttempt attempt = new SlotAttempt(order.id(), order.pidFile(), modes, order.cancelled());
    try {
      files.make(order.logDirMode(), settings.logScript());
      links.make(targets, files.workDir());
      if (order.cancelled().getAsBoolean()) {
        return NOT_STARTED;
      }
      var spec = launch.spec(order.id(), files.workDir(), heapMb);
      attempt.begin();
      Outcome outcome =
          run(order.id(), attempt, false).launch(connection, new Message.Launch(spec, holdMs()));
      if (outcome instanceof Outcome.NotRun notRun) {
        links.remove();
        attempt.undo();
        return new Result.Fork(notRun.reason());
      }
      return finished(outcome, attempt);
    } catch (NotEligibleException | IOException | RuntimeException e) {
      links.remove();
      throw e;
    }
  }

  private static Result.Finished finished(Outcome outcome, SlotAttempt attempt) {
    if (outcome instanceof Outcome.Ended ended) {
      attempt.end();
      Message.Exited exited = ended.exited();
      return new Result.Finished(
          exited.status(),
          exited.diagnostics(),
          new Phases(
              attempt.slot(), attempt.assignedMs(), exited.runningAtMs(), exited.endedAtMs()),
          false);
    }
    attempt.lost();
    String detail = outcome instanceof Outcome.Lost lost ? lost.detail() : outcome.toString();
    return new Result.Finished(
        LOST, detail, new Phases(attempt.slot(), attempt.assignedMs(), 0, 0), true);
  }

  /**
   * Takes up a container that runs in a slot since before this NodeManager started.
   *
   * @param cancelled whether YARN wants it no longer
   * @throws java.io.InterruptedIOException when interrupted: it still runs
   */
  public Result.Finished reacquire(String containerId, Path pidFile, BooleanSupplier cancelled)
      throws IOException {
    SlotAttempt attempt = new SlotAttempt(containerId, pidFile, modes, cancelled);
    Outcome outcome = run(containerId, attempt, true).reattach();
    return finished(outcome, attempt);
  }
}
