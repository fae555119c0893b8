/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.ReleaseReport;
import org.hpcreuse.cleanup.step.ReleaseStep;

/**
 * Release steps in the order that matters: what still speaks to the outside is cut off first (file
 * systems, metrics, RPC clients), then threads end, then logging, then what is only memory. A step
 * that fails does not stop the later ones. All but {@link #shutdownHooks} runs in a thread that is
 * not the container's.
 */
public final class ReleaseChain {
  private final List<ReleaseStep> steps;

  private ReleaseChain(List<ReleaseStep> steps) {
    this.steps = List.copyOf(steps);
  }

  /**
   * What a process does at an orderly exit, before its threads are gone: Hadoop's shutdown hooks by
   * priority, the JVM's hooks, files to delete. Does nothing after a halt or kill.
   */
  public static ReleaseChain shutdownHooks() {
    List<ReleaseStep> steps = new ArrayList<>(HadoopSteps.atExit());
    steps.addAll(JvmSteps.atExit());
    return new ReleaseChain(steps);
  }

  /** Everything after that: cut off, end of threads, back to the baseline. */
  public static ReleaseChain standard() {
    return of(cutOff(), endOfThreads(), backToBaseline());
  }

  /** What cuts the container off from the outside, while its threads still live. */
  public static ReleaseChain cutOff() {
    List<ReleaseStep> steps = new ArrayList<>(HadoopSteps.beforeThreadsEnd());
    steps.addAll(JvmSteps.cutOff());
    return new ReleaseChain(steps);
  }

  /** The end of the container's threads; when it fails, some of them still act. */
  public static ReleaseChain endOfThreads() {
    return new ReleaseChain(JvmSteps.threads(HadoopSteps.whileThreadsEnd()));
  }

  /** What is only memory, once no thread of the container can act any more. */
  public static ReleaseChain backToBaseline() {
    List<ReleaseStep> steps = new ArrayList<>(HadoopSteps.afterThreadsEnd());
    steps.addAll(JvmSteps.globals());
    return new ReleaseChain(steps);
  }

  /**
   * What remains of a framework that is dropped as a whole. The {@link Release} then calls the
   * framework's loader the container's, and has the baseline of a JVM without a framework.
   */
  public static ReleaseChain endOfFramework() {
    List<ReleaseStep> steps = new ArrayList<>(JvmSteps.frameworkThreads());
    steps.addAll(JvmSteps.globals());
    return new ReleaseChain(steps);
  }

  /** A chain of exactly these steps. */
  public static ReleaseChain of(ReleaseStep... steps) {
    return new ReleaseChain(List.of(steps));
  }

  private static ReleaseChain of(ReleaseChain... chains) {
    return new ReleaseChain(Arrays.stream(chains).flatMap(chain -> chain.steps.stream()).toList());
  }

  /** This chain without the steps of that class. */
  public ReleaseChain without(Class<? extends ReleaseStep> type) {
    return new ReleaseChain(steps.stream().filter(step -> !type.isInstance(step)).toList());
  }

  /** The steps, in order. */
  public List<ReleaseStep> steps() {
    return steps;
  }

  /** Runs every step, with the framework's loader as context loader. */
  public ReleaseReport run(Release release) {
    Thread thread = Thread.currentThread();
    ClassLoader context = thread.getContextClassLoader();
    thread.setContextClassLoader(release.frameworkLoader());
    try {
      return new ReleaseReport(steps.stream().map(step -> run(step, release)).toList());
    } finally {
      thread.setContextClassLoader(context);
    }
  }

  /** An error of the container's own making (a hook, a close) is a failure as well. */
  private static ReleaseReport.Outcome run(ReleaseStep step, Release release) {
    long start = System.nanoTime();
    Optional<Exception> failure = Optional.empty();
    try {
      step.run(release);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      failure = Optional.of(e);
    } catch (Exception e) {
      failure = Optional.of(e);
    } catch (VirtualMachineError e) {
      throw e;
    } catch (Error e) {
      failure = Optional.of(new IllegalStateException(e));
    }
    return new ReleaseReport.Outcome(step.name(), (System.nanoTime() - start) / 1_000, failure);
  }
}
