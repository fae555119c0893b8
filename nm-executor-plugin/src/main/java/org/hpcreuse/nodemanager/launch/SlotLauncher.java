/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.launch;

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
import org.hpcreuse.protocol.option.Options;
import org.hpcreuse.protocol.program.JvmRequest;
import org.hpcreuse.protocol.program.StartupVariables;
import org.hpcreuse.protocol.wire.Encoded;
import org.hpcreuse.protocol.wire.LaunchSpec;
import org.hpcreuse.protocol.wire.Message;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings containers into slots. Thread-safe; each launch runs on its caller's thread. */
public final class SlotLauncher {
  private static final Logger LOG = LoggerFactory.getLogger(SlotLauncher.class);

  private static final Duration POOL_DOWN_PAUSE = Duration.ofSeconds(1);

  /** It was cancelled in time. */
  private static final Outcome NOT_STARTED =
      new Outcome.Ended(ExitCodes.TERMINATED, "", Outcome.Phases.NONE, false);

  private final ExecutorSettings settings;
  private final Eligibility.Node node;
  private final ManagerClient pool;
  private final ContainerModes modes;
  private final String shellPath;

  /**
   * One container that may run in a slot.
   *
   * @param targets its localised files, by the names of their links
   * @param sinceNanos {@link System#nanoTime()} when it was to be launched; its time to wait counts
   *     from then
   */
  private record Request(
      ContainerStartContext context,
      CapturedLaunch captured,
      JavaCommand command,
      Map<String, Path> targets,
      Path pidFile,
      BooleanSupplier cancelled,
      long sinceNanos) {
    String id() {
      return context.getContainer().getContainerId().toString();
    }

    boolean needsMpi() {
      return Eligibility.needsMpi(captured.environment());
    }

    long waitedMs() {
      return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - sinceNanos);
    }
  }

  public SlotLauncher(
      ExecutorSettings settings,
      Eligibility.Node node,
      ManagerClient pool,
      ContainerModes modes,
      String shellPath) {
    this.settings = settings;
    this.node = node;
    this.pool = pool;
    this.modes = modes;
    this.shellPath = shellPath;
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
      Map<String, Path> targets = ResourceLinks.resolve(launch.resources());
      StartupVariables.requireNoLibraries(
          node.environment(),
          command.environment(),
          Path.of(context.getContainerWorkDir().toUri().getPath()),
          targets);
      return untilDecided(
          new Request(context, launch, command, targets, pidFile, cancelled, System.nanoTime()));
    } catch (NotEligibleException e) {
      return fallback(e.reason(), needsMpi);
    } catch (IOException | RuntimeException e) {
      // SlotLaunch throws none once the pool has been asked: the container has not run.
      LOG.warn("{} cannot be brought into a slot", context.getContainer().getContainerId(), e);
      return fallback(new Reason(FallbackReason.EXECUTOR_FAILURE, e.toString()), needsMpi);
    }
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
    try {
      return slotLaunch(containerId, workDir, pidFile, cancelled).reattach();
    } finally {
      pool.prepare();
    }
  }

  private SlotLaunch slotLaunch(
      String containerId, String workDir, Path pidFile, BooleanSupplier cancelled) {
    return new SlotLaunch(
        pool,
        modes,
        new SlotLaunch.Container(containerId, workDir, pidFile, cancelled),
        new SlotLaunch.Timeouts(pool.search(), settings.signals()));
  }

  /** Tries again where the container may wait. */
  private Outcome untilDecided(Request request) throws IOException, NotEligibleException {
    // Whether a slot has said that it does not know the framework's token.
    boolean isSpelledOut = false;
    try (Uninterrupted waits = new Uninterrupted()) {
      while (true) {
        // An interrupted thread cannot read the pool's secret, to connect: the flag is put aside.
        waits.putAside();
        Outcome outcome = once(request, isSpelledOut);
        if (!(outcome instanceof Outcome.NotRun notRun)) {
          return outcome;
        }
        if (request.cancelled().getAsBoolean()) {
          return NOT_STARTED;
        }
        FallbackReason kind = notRun.reason().kind();
        if (kind == FallbackReason.FRAMEWORK_CHANGED && !isSpelledOut) {
          isSpelledOut = true;
        } else if (kind == FallbackReason.UNKNOWN_CONTAINER && holdMs(request) > 0) {
          // Its manager has died before a slot had got it: the next one is there, and is asked.
          LOG.info("{}: asked for again: {}", request.id(), notRun.reason());
        } else if (kind.passes() && (mayWait(request) || awaitsManager(request, kind))) {
          waits.pause(POOL_DOWN_PAUSE);
        } else {
          return fallback(notRun.reason(), request.needsMpi());
        }
      }
    }
  }

  private Outcome once(Request request, boolean isSpelledOut)
      throws IOException, NotEligibleException {
    LaunchConnection connection;
    PoolSession session;
    String poolJava;
    try {
      session = pool.session();
      poolJava = session.java();
      connection = new LaunchConnection(pool.take());
    } catch (IOException | TimeoutException | RuntimeException e) {
      return new Outcome.NotRun(
          new Reason(FallbackReason.POOL_DOWN, String.valueOf(e.getMessage())));
    }
    try (connection) {
      JavaCommand command = request.command();
      Eligibility.requireSameJava(realPath(command.program()), poolJava);
      JvmRequest jvm =
          session
              .jvm(settings.jvmFlags(), connection.welcome().startup())
              .request(command.options());
      int memoryMb = (int) request.context().getContainer().getResource().getMemorySize();
      int heapMb = command.options().heapMb().orElse(memoryMb);
      Eligibility.requireFits(heapMb, connection.welcome().largestHeapMb());
      return runIn(connection, request, heapMb, jvm, isSpelledOut ? null : session);
    } finally {
      pool.prepare();
    }
  }

  /**
   * Makes the container's directories and links, as its launch script would, and runs it.
   *
   * @param session shortens the class path; null = it is spelled out
   */
  private Outcome runIn(
      LaunchConnection connection, Request request, int heapMb, JvmRequest jvm, PoolSession session)
      throws IOException, NotEligibleException {
    ContainerFiles files =
        new ContainerFiles(request.context(), Path.of(request.captured().logDir()));
    ResourceLinks links = new ResourceLinks();
    try {
      files.make(settings.logDirMode(), settings.logScript());
      Path workDir = files.workDir();
      links.make(request.targets(), workDir);
      if (request.cancelled().getAsBoolean()) {
        return NOT_STARTED;
      }
      String written = request.command().classPath();
      List<String> classPath =
          session == null
              ? JavaClassPath.expand(written, workDir)
              : session.classPath(written, workDir);
      LaunchSpec spec =
          new LaunchSpec(
              request.id(),
              workDir.toString(),
              heapMb,
              request.needsMpi(),
              Encoded.of(request.command().in(workDir, classPath, jvm)));
      Outcome outcome =
          slotLaunch(request.id(), workDir.toString(), request.pidFile(), request.cancelled())
              .launch(connection, new Message.Launch(spec, holdMs(request)));
      if (outcome instanceof Outcome.NotRun notRun) {
        if (session != null && notRun.reason().kind() == FallbackReason.FRAMEWORK_CHANGED) {
          session.forgetFramework();
        }
        remove(links, request);
      }
      return outcome;
    } catch (NotEligibleException | IOException | RuntimeException e) {
      links.remove();
      throw e;
    }
  }

  /** The container has not run, whatever is left of the attempt. */
  private static void remove(ResourceLinks links, Request request) {
    try {
      links.remove();
    } catch (IOException | RuntimeException e) {
      LOG.warn("{}: links of its attempt in a slot are left", request.id(), e);
    }
  }

  /** Others of its application hold slots while one that needs MPI waits. */
  private boolean mayWait(Request request) {
    return settings.fallback() == Options.Fallback.WAIT && !request.needsMpi();
  }

  /**
   * One that is not forked would fail at once, and so would all its attempts, while a manager is
   * started again or has no descriptor left.
   */
  private boolean awaitsManager(Request request, FallbackReason reason) {
    boolean neverForked = request.needsMpi() || settings.fallback() == Options.Fallback.FAIL;
    return neverForked
        && reason == FallbackReason.POOL_DOWN
        && request.waitedMs() < Bounds.MANAGER_RETURN.toMillis();
  }

  /** What is left of it. One that waits without bound keeps its place in the pool's queue. */
  private long holdMs(Request request) {
    return mayWait(request) ? Long.MAX_VALUE : Math.max(0, settings.holdMs() - request.waitedMs());
  }

  private static String realPath(String program) throws NotEligibleException {
    try {
      return Path.of(program).toRealPath().toString();
    } catch (IOException e) {
      throw new NotEligibleException(FallbackReason.JAVA_HOME, program + " does not exist");
    }
  }
}
