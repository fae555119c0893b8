/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.hpcreuse.cleanup.boot.SlotHooks;
import org.hpcreuse.pool.slot.container.ContainerProcess;
import org.hpcreuse.pool.slot.container.ContainerRun;
import org.hpcreuse.pool.slot.container.DeclinedException;
import org.hpcreuse.pool.slot.process.StepTimes;
import org.hpcreuse.portaccess.OwnUsersOnly;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.Message.TrainingOutcome;

/**
 * What a slot does while it is idle, to be faster later. It runs a training job as it runs a
 * container, with the same set-up and the same clean-up, but without a lease: nobody waits for it.
 * Or it loads the classes that containers of a profile will need.
 */
final class SlotTraining {
  /**
   * How long the job's threads may take to end, also on a node that is full of work: no container
   * waits for this slot while another is free, and a slot that is lost costs more.
   */
  private static final Duration GRACE = Duration.ofSeconds(60);

  private final SlotParts parts;
  private final ContainerSetup setup;

  // Guarded by this.
  private boolean stopped;
  private ContainerProcess process;

  SlotTraining(SlotParts parts, ContainerSetup setup) {
    this.parts = parts;
    this.setup = setup;
  }

  /** A job is to run; called by the thread that reads messages. */
  synchronized void ordered() {
    stopped = false;
  }

  /**
   * Ends the job, at once or as soon as it has begun; called by the thread that reads messages.
   * Does nothing when there is none.
   */
  synchronized void stop() {
    stopped = true;
    if (process != null) {
      process.kill();
    }
  }

  private synchronized void begin(ContainerProcess begun) {
    process = begun;
    if (stopped) {
      process.kill();
    }
  }

  private synchronized boolean over() {
    process = null;
    return stopped;
  }

  private synchronized boolean isStopped() {
    return stopped;
  }

  /**
   * Runs one job; called by the thread {@code slot-runner}. Its servers talk to themselves: nobody
   * from another machine may connect meanwhile.
   */
  Message.Trained run() throws InterruptedException, IOException, ReflectiveOperationException {
    if (isStopped()) {
      return new Message.Trained(TrainingOutcome.STOPPED, "");
    }
    OwnUsersOnly.confine(SlotHooks::inContainer); // not what the slot itself serves
    try {
      return runConfined();
    } finally {
      OwnUsersOnly.confine(() -> false);
    }
  }

  private Message.Trained runConfined()
      throws InterruptedException, IOException, ReflectiveOperationException {
    StepTimes times = new StepTimes(System.nanoTime());
    ContainerRun container;
    try {
      container = setup.prepare(parts.training().next(), times);
    } catch (DeclinedException e) {
      return new Message.Trained(
          TrainingOutcome.FAILED, "training job not prepared: " + e.getMessage());
    }
    begin(container.process());
    ContainerRelease release = new ContainerRelease(parts, container, GRACE, times);
    setup.start(container, times);
    container.awaitEnd();
    boolean wasStopped = over();
    ContainerRelease.End end = release.end();
    if (!end.stubborn().isEmpty()) {
      parts.log().info("a training job leaves threads that do not end: " + end.stubborn());
      Runtime.getRuntime().halt(0);
    }
    String unclean = release.cleanUp();
    return outcome(wasStopped, end.exit().status(), unclean);
  }

  /**
   * Loads the classes of a profile; called by the thread {@code slot-runner}.
   *
   * @param file the profile's
   * @param idle whether no container waits
   */
  Message.Trained load(Path file, BooleanSupplier idle) {
    try {
      boolean all =
          parts.containerLoaders().prepare(file, () -> idle.getAsBoolean() && !isStopped());
      return new Message.Trained(all ? TrainingOutcome.DONE : TrainingOutcome.STOPPED, "");
    } catch (IOException | RuntimeException e) {
      return new Message.Trained(TrainingOutcome.FAILED, file + ": " + e);
    }
  }

  /** What a job that failed has logged stays, until the slot's next job. */
  private Message.Trained outcome(boolean wasStopped, int status, String unclean)
      throws IOException {
    if (!unclean.isEmpty()) {
      return new Message.Trained(TrainingOutcome.UNCLEAN, unclean);
    }
    if (!wasStopped && status != 0) {
      return new Message.Trained(
          TrainingOutcome.FAILED,
          "training job ended with status " + status + ", see " + parts.training().logs());
    }
    parts.training().clear();
    return new Message.Trained(wasStopped ? TrainingOutcome.STOPPED : TrainingOutcome.DONE, "");
  }
}
