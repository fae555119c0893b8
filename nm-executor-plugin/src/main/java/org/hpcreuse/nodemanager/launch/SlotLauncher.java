/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.launch;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.yarn.server.nodemanager.executor.ContainerStartContext;
import org.hpcreuse.nodemanager.command.CapturedLaunch;
import org.hpcreuse.nodemanager.command.JavaCommand;
import org.hpcreuse.nodemanager.files.ContainerFiles;
import org.hpcreuse.nodemanager.files.ResourceLinks;
import org.hpcreuse.nodemanager.usage.ContainerModes;
import org.hpcreuse.protocol.Bounds;
import org.hpcreuse.protocol.ExitCodes;
import org.hpcreuse.protocol.FallbackReason;
import org.hpcreuse.protocol.NotEligibleException;
import org.hpcreuse.protocol.Reason;
import org.hpcreuse.protocol.Uninterrupted;
import org.hpcreuse.protocol.files.JavaClassPath;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.jvm.StartupVariables;
import org.hpcreuse.protocol.option.Options;
import org.hpcreuse.protocol.program.JvmRequest;
import org.hpcreuse.protocol.wire.Encoded;
import org.hpcreuse.protocol.wire.LaunchSpec;
import org.hpcreuse.protocol.wire.Message;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings containers into slots. Thread-safe; each launch runs on its caller's thread. */
public final class SlotLauncher implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(SlotLauncher.class);

  private static final Duration POOL_DOWN_PAUSE = Duration.ofSeconds(1);

  /** It was cancelled in time. */
  private static final Outcome NOT_STARTED =
      new Outcome.Ended(ExitCodes.TERMINATED, "", Outcome.Phases.NONE, false);

  private final ExecutorSettings settings;
  private final Eligibility.Node node;
  private final PoolClient pool;
  private final ContainerModes modes;
  private final String shellPath;
  private final ReadyConnection connections;
  private final ContainerClassPath classPaths = new ContainerClassPath();
  private final SlotJvms slotJvms;

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
    connections = new ReadyConnection(pool);
    slotJvms = new SlotJvms(settings.jvmFlags());
  }

  /** Closes what is kept for the next launch. */
  @Override
  public void close() throws IOException {
    connections.close();
  }

  /**
   * Runs a container in a slot if it may and can be, and returns when it is over.
   *
   * @param context YARN's own description
   * @param captured what YARN has written into the launch script; empty when it is not known
   * @param pidFile where the slot's pid goes
   * @param cancelled whether YARN wants it no longer
   * @return {@link Outcome.NotRun} for a container that is to be forked
   */
  public Outcome launch(
      ContainerStartContext context,
      Optional<CapturedLaunch> captured,
      Path pidFile,
      BooleanSupplier cancelled) {
    try {
      Eligibility.requireOwnUser(node, context.getUser());
    } catch (NotEligibleException e) {
      return new Outcome.Refused(e.reason());
    }
    boolean needsMpi = captured.filter(l -> Eligibility.needsMpi(l.environment())).isPresent();
    try {
      CapturedLaunch launch =
          captured.orElseThrow(
              () ->
                  new NotEligibleException(
                      FallbackReason.NOT_CAPTURED, "its launch script was not seen being written"));
      Eligibility.requireWanted(node, launch.environment());
      JavaCommand command = JavaCommand.of(launch, shellPath);
      StartupVariables.requireSame(node.environment(), command.environment());
      return new Attempts(context, launch, command, pidFile, cancelled).untilDecided();
    } catch (NotEligibleException e) {
      return fallback(e.reason(), needsMpi);
    } catch (IOException | RuntimeException e) {
      // SlotRun throws none once the pool has been asked: the container has not run.
      LOG.warn("{} cannot be brought into a slot", id(context), e);
      return fallback(new Reason(FallbackReason.EXECUTOR_FAILURE, e.toString()), needsMpi);
    }
  }

  private static String id(ContainerStartContext context) {
    return context.getContainer().getContainerId().toString();
  }

  /**
   * A container that asked to be forked is forked whatever the fallback says, and one that needs
   * MPI never is.
   */
  private Outcome fallback(Reason reason, boolean needsMpi) {
    boolean fail =
        settings.fallback() == Options.Fallback.FAIL && reason.kind() != FallbackReason.OPTED_OUT;
    return fail || needsMpi ? new Outcome.Refused(reason) : new Outcome.NotRun(reason);
  }

  private SlotRun run(
      String containerId, String workDir, SlotAttempt attempt, boolean interruptible) {
    SlotRun.Timeouts timeouts = new SlotRun.Timeouts(SlotRun.searchIn(pool), settings.signals());
    return new SlotRun(pool, containerId, workDir, attempt, interruptible, timeouts);
  }

  /** The container is over: what goes wrong in the books about it does not change that. */
  private static Outcome.Ended finished(Outcome.Ended ended, SlotAttempt attempt) {
    try {
      if (ended.lost()) {
        attempt.lost();
      } else {
        attempt.end();
      }
    } catch (RuntimeException | Error e) {
      LOG.warn("{}: its end is not noted in full", attempt.containerId(), e);
    }
    return ended;
  }

  /**
   * Takes up a container that runs in a slot since before this NodeManager started.
   *
   * @param workDir its working directory; empty when it is not known
   * @param cancelled whether YARN wants it no longer
   * @throws java.io.InterruptedIOException when interrupted: it still runs
   */
  public Outcome.Ended reacquire(
      String containerId, String workDir, Path pidFile, BooleanSupplier cancelled)
      throws IOException {
    SlotAttempt attempt = new SlotAttempt(containerId, pidFile, modes, cancelled);
    try {
      Outcome outcome = run(containerId, workDir, attempt, true).reattach();
      return finished(
          outcome instanceof Outcome.Ended ended
              ? ended
              : Outcome.Ended.lost(outcome.toString(), Outcome.Phases.NONE),
          attempt);
    } finally {
      connections.prepare();
    }
  }

  /** The attempts to run one container, of which several are made only where it may wait. */
  private final class Attempts {
    private final ContainerStartContext context;
    private final CapturedLaunch launch;
    private final JavaCommand command;
    private final Path pidFile;
    private final BooleanSupplier cancelled;

    /** Whether a slot has said that it does not know the framework's token. */
    private boolean isSpelledOut;

    /** {@link System#nanoTime()} when it was to be launched; its time to wait counts from then. */
    private final long sinceNanos = System.nanoTime();

    Attempts(
        ContainerStartContext context,
        CapturedLaunch launch,
        JavaCommand command,
        Path pidFile,
        BooleanSupplier cancelled) {
      this.context = context;
      this.launch = launch;
      this.command = command;
      this.pidFile = pidFile;
      this.cancelled = cancelled;
    }

    Outcome untilDecided() throws IOException, NotEligibleException {
      try (Uninterrupted waits = new Uninterrupted()) {
        while (true) {
          // An interrupt would break each new connection at once: the flag is put aside.
          waits.putAside();
          Outcome outcome = once();
          if (!(outcome instanceof Outcome.NotRun notRun)) {
            return outcome;
          }
          if (cancelled.getAsBoolean()) {
            return NOT_STARTED;
          }
          if (notRun.reason().kind() == FallbackReason.FRAMEWORK_CHANGED && !isSpelledOut) {
            classPaths.forget();
            isSpelledOut = true;
            continue;
          }
          if (notRun.reason().kind() == FallbackReason.UNKNOWN_CONTAINER && holdMs() > 0) {
            // Its manager has died before a slot had got it: the next one is there, and is asked.
            LOG.info("{}: asked for again: {}", id(context), notRun.reason());
            continue;
          }
          if (!notRun.reason().kind().passes() || !(mayWait() || awaitsManager(notRun))) {
            return fallback(notRun.reason(), needsMpi());
          }
          waits.pause(POOL_DOWN_PAUSE);
        }
      }
    }

    private Outcome once() throws IOException, NotEligibleException {
      LaunchConnection connection;
      PoolFiles files;
      String poolJava;
      try {
        files = pool.files();
        Path home = Path.of(files.get(Options.JAVA_HOME));
        poolJava = home.resolve("bin/java").toRealPath().toString();
        connection = new LaunchConnection(connections.take());
      } catch (IOException | TimeoutException | RuntimeException e) {
        return new Outcome.NotRun(
            new Reason(FallbackReason.POOL_DOWN, String.valueOf(e.getMessage())));
      }
      try (connection) {
        Eligibility.requireSameJava(realPath(command.program()), poolJava);
        JvmRequest jvm =
            slotJvms.of(files, connection.welcome().startup()).request(command.options());
        int memoryMb = (int) context.getContainer().getResource().getMemorySize();
        int heapMb = command.options().heapMb().orElse(memoryMb);
        Eligibility.requireFits(heapMb, connection.welcome().largestHeapMb());
        return runIn(connection, heapMb, jvm, files.get(Options.FRAMEWORK_CLASSPATH));
      } finally {
        connections.prepare();
      }
    }

    private Outcome runIn(LaunchConnection connection, int heapMb, JvmRequest jvm, String framework)
        throws IOException, NotEligibleException {
      String id = id(context);
      ContainerFiles files = new ContainerFiles(context, Path.of(launch.logDir()));
      Map<String, Path> targets = ResourceLinks.resolve(launch.resources());
      ResourceLinks links = new ResourceLinks();
      SlotAttempt attempt = new SlotAttempt(id, pidFile, modes, cancelled);
      try {
        files.make(settings.logDirMode(), settings.logScript());
        links.make(targets, files.workDir());
        if (cancelled.getAsBoolean()) {
          return NOT_STARTED;
        }
        LaunchSpec spec =
            new LaunchSpec(
                id,
                files.workDir().toString(),
                heapMb,
                needsMpi(),
                Encoded.of(
                    command.in(files.workDir(), classPath(files.workDir(), framework), jvm)));
        attempt.begin();
        Outcome outcome =
            run(id, files.workDir().toString(), attempt, false)
                .launch(connection, new Message.Launch(spec, holdMs()));
        if (outcome instanceof Outcome.Ended ended) {
          return finished(ended, attempt);
        }
        undo(links, attempt);
        return outcome;
      } catch (NotEligibleException | IOException | RuntimeException e) {
        links.remove();
        throw e;
      }
    }

    /** The container has not run, whatever is left of the attempt. */
    private void undo(ResourceLinks links, SlotAttempt attempt) {
      try {
        links.remove();
        attempt.undo();
      } catch (IOException | RuntimeException e) {
        LOG.warn("{}: something of its attempt in a slot is left", id(context), e);
      }
    }

    private List<String> classPath(Path workDir, String framework) throws IOException {
      return isSpelledOut
          ? JavaClassPath.expand(command.classPath(), workDir)
          : classPaths.expand(command.classPath(), workDir, framework);
    }

    private boolean needsMpi() {
      return Eligibility.needsMpi(launch.environment());
    }

    /** Others of its application hold slots while one that needs MPI waits. */
    private boolean mayWait() {
      return settings.fallback() == Options.Fallback.WAIT && !needsMpi();
    }

    /**
     * One that is not forked would fail at once, and so would all its attempts, while a manager is
     * started again or has no descriptor left.
     */
    private boolean awaitsManager(Outcome.NotRun notRun) {
      boolean neverForked = needsMpi() || settings.fallback() == Options.Fallback.FAIL;
      return neverForked
          && notRun.reason().kind() == FallbackReason.POOL_DOWN
          && waitedMs() < Bounds.MANAGER_RETURN.toMillis();
    }

    private long waitedMs() {
      return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - sinceNanos);
    }

    /** What is left of it. One that waits without bound keeps its place in the pool's queue. */
    private long holdMs() {
      if (mayWait()) {
        return Long.MAX_VALUE;
      }
      return Math.max(0, settings.holdMs() - waitedMs());
    }
  }

  private static String realPath(String program) throws NotEligibleException {
    try {
      return Path.of(program).toRealPath().toString();
    } catch (IOException e) {
      throw new NotEligibleException(FallbackReason.JAVA_HOME, program + " does not exist");
    }
  }
}
