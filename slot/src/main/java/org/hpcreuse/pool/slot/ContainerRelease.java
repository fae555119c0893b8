/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hpcreuse.cleanup.ReleaseChain;
import org.hpcreuse.cleanup.agent.Agent;
import org.hpcreuse.cleanup.boot.OneClassPath;
import org.hpcreuse.cleanup.boot.SlotHooks;
import org.hpcreuse.cleanup.hadoop.LateOptions;
import org.hpcreuse.cleanup.hadoop.RestoreStatics;
import org.hpcreuse.cleanup.jvm.registries.BeanContexts;
import org.hpcreuse.cleanup.state.LoaderOwnership;
import org.hpcreuse.cleanup.state.Redacted;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.ReleaseReport;
import org.hpcreuse.pool.slot.container.ChildReaper;
import org.hpcreuse.pool.slot.container.ContainerEnd;
import org.hpcreuse.pool.slot.container.ContainerProcess;
import org.hpcreuse.pool.slot.container.ContainerRun;
import org.hpcreuse.pool.slot.extension.ExtensionFailure;
import org.hpcreuse.pool.slot.process.OneShotThread;
import org.hpcreuse.pool.slot.process.StepTimes;
import org.hpcreuse.protocol.Bounds;
import org.hpcreuse.protocol.option.Options;

/**
 * The end of one container, in this order: shutdown hooks (in a thread of the container), cut off
 * from the outside and end of its threads, [exit status goes out], back to the baseline. The last
 * two run in threads of the release group, because closing what a container left open runs its
 * code; the runner only waits, each time with a bound.
 */
public final class ContainerRelease {
  private static final int SHOWN = 3;
  private static final Duration HOOKS_BOUND = Duration.ofSeconds(30);

  private final SlotParts parts;
  private final ContainerRun container;
  private final Duration grace;
  private final StepTimes times;

  /**
   * For one container.
   *
   * @param grace how long its threads may take to end
   * @param times receives those of its steps
   */
  public ContainerRelease(
      SlotParts parts, ContainerRun container, Duration grace, StepTimes times) {
    this.parts = parts;
    this.container = container;
    this.grace = grace;
    this.times = times;
  }

  /**
   * A container that is over.
   *
   * @param exit its status
   * @param stubborn empty when nothing of it can act any more, else what still may
   */
  public record End(ContainerEnd exit, String stubborn) {}

  /**
   * Runs its shutdown hooks and ends its threads. The status and the output are what they are when
   * the hooks are done.
   */
  public End end() throws InterruptedException, IOException, ReflectiveOperationException {
    runShutdownHooks();
    // From here on the container has no effect any more: neither on its status nor on its output.
    ContainerEnd exit = container.process().exit();
    long streams = System.nanoTime();
    parts.processContext().takeStreams();
    times.addSince("streams", streams);
    String stubborn = endThreads();
    ChildReaper.reap();
    return new End(exit, stubborn);
  }

  /** Runs what the container has planned for its exit, unless it was halted or killed. */
  private void runShutdownHooks() throws InterruptedException {
    if (!container.process().exit().orderly()) {
      return;
    }
    Release release = release(HOOKS_BOUND);
    long start = System.nanoTime();
    boolean done =
        container.runInContainer(
            "DestroyJavaVM", () -> ReleaseChain.shutdownHooks().run(release), HOOKS_BOUND);
    times.addSince("shutdown hooks", start);
    if (!done && container.process().exit().orderly()) {
      parts.log().info(container.spec().containerId() + ": hooks not done in " + HOOKS_BOUND);
    }
  }

  /**
   * Cuts the container off and ends its threads. Threads that wait in exit() are unwound only when
   * it is cut off, so that what their {@code finally} and {@code catch} do stays without effect.
   *
   * @return empty when nothing of the container can act any more, else what still may
   */
  private String endThreads() throws InterruptedException {
    parts.membership().cutOff();
    String notCutOff = run(ReleaseChain.cutOff(), grace);
    container.process().unwind();
    String stubborn = run(ReleaseChain.endOfThreads(), grace);
    return joined(notCutOff, stubborn);
  }

  private static String joined(String... reasons) {
    return Stream.of(reasons).filter(reason -> !reason.isEmpty()).collect(Collectors.joining("; "));
  }

  /**
   * Makes the slot as good as new.
   *
   * @return empty when it is, else why the slot must not be used again
   */
  public String cleanUp() throws InterruptedException, ReflectiveOperationException, IOException {
    if (parts.memory().hasRunOut()) {
      return "out-of-memory: its JVM has run out of memory";
    }
    if (parts.isolation() == Options.Isolation.SINGLE_USE) {
      return "single-use: it has run its container";
    }
    String retire = backToBaseline();
    long restoring = System.nanoTime();
    String notRestored = parts.processContext().restore();
    times.addSince("process-context", restoring);
    retire = retire.isEmpty() ? notRestored : retire;
    retire = retire.isEmpty() ? found() : retire;
    if (retire.isEmpty() && parts.isolation() == Options.Isolation.FULL) {
      return parts.frameworks().renew(parts.loaders(), parts.releaseTimeout());
    }
    return retire.isEmpty() ? linked() : retire;
  }

  /**
   * Native code would find the container's classes in the next one, and the framework's in one that
   * brings its own.
   */
  private String found() {
    ClassLoader framework = parts.framework().loader();
    Set<String> found =
        OneClassPath.found().stream()
            .filter(
                type ->
                    type.getClassLoader() == framework
                        || LoaderOwnership.isOfContainer(type, framework))
            .map(Class::getName)
            .collect(Collectors.toSet());
    return linked("its system loader to ", found);
  }

  /** Code of the framework would go on with the container's library. */
  private String linked() {
    return linked(
        "classes of the framework to the container's ", parts.framework().loader().linked());
  }

  private static String linked(String what, Set<String> classes) {
    return classes.isEmpty()
        ? ""
        : "linked-library: the JVM has linked "
            + what
            + classes.stream().sorted().limit(SHOWN).collect(Collectors.joining(", "))
            + (classes.size() > SHOWN ? " and others" : "");
  }

  /** Static state of a framework that goes with its container needs nothing. */
  private ReleaseChain chainToBaseline() {
    ReleaseChain chain = ReleaseChain.backToBaseline();
    return parts.isolation() == Options.Isolation.FULL
        ? chain.without(RestoreStatics.class).without(LateOptions.class)
        : chain;
  }

  private String backToBaseline()
      throws InterruptedException, ReflectiveOperationException, IOException {
    Agent.giveNoMore();
    long beans = System.nanoTime();
    String beansLeft = forgetBeans();
    times.addSince("bean caches", beans);
    String notRestored = run(chainToBaseline(), parts.releaseTimeout());
    String failed = joined(beansLeft, notRestored);
    SlotHooks.install(ContainerProcess.none(parts.threads()));
    long close = System.nanoTime();
    parts.containerLoaders().done(container.loader(), failed);
    times.addSince("class path", close);
    long mpi = System.nanoTime();
    try {
      parts.membership().release();
    } catch (ExtensionFailure e) {
      return e.toString();
    }
    times.addSince("MPI", mpi);
    return failed;
  }

  /**
   * What java.beans knows is kept per thread group, so a thread of the containers' does it.
   *
   * @return empty when it is done
   */
  private String forgetBeans() throws InterruptedException {
    OneShotThread thread =
        new OneShotThread(parts.threads().containers(), "slot-release", parts.framework().loader());
    try {
      thread.run(
          () -> {
            BeanContexts.forgetOwn();
            parts.threads().reset();
            return null;
          },
          parts.killGrace().plus(Bounds.REPORT));
      return "";
    } catch (ExecutionException | TimeoutException e) {
      return "bean caches not emptied: " + Redacted.failure(e);
    }
  }

  private String run(ReleaseChain chain, Duration bound) throws InterruptedException {
    long start = System.nanoTime();
    Release release = release(bound);
    try {
      ReleaseReport report =
          new OneShotThread(parts.threads().release(), "slot-release", parts.framework().loader())
              .run(() -> chain.run(release), bound.plus(Bounds.REPORT));
      times.add(report);
      times.addSince(
          "hand-over to threads", start + TimeUnit.MICROSECONDS.toNanos(report.micros()));
      return report.retireReason().orElse("");
    } catch (ExecutionException e) {
      String why = "release failed: " + Redacted.failure(e.getCause());
      parts.log().info(container.spec().containerId() + ": " + why);
      return why;
    } catch (TimeoutException e) {
      return "release " + e.getMessage();
    }
  }

  private Release release(Duration bound) {
    return new Release(
        parts.framework().classes(),
        parts.framework().loader(),
        container.loader(),
        container.threads()::belongsToContainer,
        container.process().exit().orderly(),
        parts.framework().baseline(),
        System.nanoTime() + bound.toNanos(),
        parts.log()::info);
  }
}
