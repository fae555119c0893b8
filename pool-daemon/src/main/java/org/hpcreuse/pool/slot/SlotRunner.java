/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.hpcreuse.pool.mpi.MpiBinding;
import org.hpcreuse.protocol.LaunchSpec;
import org.hpcreuse.protocol.Message;
import org.hpcreuse.protocol.Options;

/**
 * Takes one container at a time through its life: prepare, {@link ContainerRun}, {@link
 * ContainerRelease}. Runs in the thread {@code slot-runner}, which executes no container code.
 *
 * <p>Failure: a container that cannot be prepared is declined and the surroundings are taken off
 * again; anything unexpected ends the slot's JVM, because its state is then unknown.
 */
final class SlotRunner implements Runnable {
  /** After this long without work the heap of the last container is given back. */
  private static final Duration IDLE = Duration.ofSeconds(2);

  private final SlotParts parts;
  private final SlotLink link;
  private final BlockingQueue<Message.Run> queue = new ArrayBlockingQueue<>(1);
  private final SignalDesk signals = new SignalDesk();

  SlotRunner(SlotParts parts, SlotLink link) {
    this.parts = parts;
    this.link = link;
  }

  /** Hands over a container; called by the thread that reads messages. */
  void submit(Message.Run run) {
    signals.expect(run.lease());
    if (!queue.offer(run)) {
      throw new IllegalStateException("lease " + run.lease() + " given to a slot that is busy");
    }
  }

  /** Delivers a signal; called by the thread that reads messages. */
  void signal(Message.SignalLease signal) {
    signals.deliver(signal.lease(), signal.signal());
  }

  @Override
  public void run() {
    try {
      while (true) {
        parts.frameworks().warmUp(queue::isEmpty);
        Message.Run next = queue.poll(IDLE.toMillis(), TimeUnit.MILLISECONDS);
        if (next == null) {
          parts.loaders().collect();
          next = queue.take();
        }
        handle(next);
        parts.loaders().collectNowAndThen();
      }
    } catch (InterruptedException e) {
      parts.log().info("slot-runner interrupted: slot ends");
      Runtime.getRuntime().halt(0);
    } catch (Throwable e) {
      parts.log().warn("slot ends: its state is unknown", e);
      Runtime.getRuntime().halt(1);
    }
  }

  private void handle(Message.Run run)
      throws IOException, InterruptedException, ReflectiveOperationException {
    LaunchSpec spec = run.spec();
    ContainerRun container;
    try {
      container = new ContainerRun(spec, parts.framework().loader(), parts.threads());
    } catch (ContainerRun.NotHere e) {
      decline(run, e.reason(), e.getMessage());
      return;
    } catch (IOException e) {
      decline(run, "class-path", e.toString());
      return;
    }
    try {
      parts.mpi().prepareForContainer();
      parts.surroundings().putOn(spec);
    } catch (RuntimeException | MpiBinding.MpiFailure e) {
      unprepare(container);
      decline(run, "slot-prepare", e.toString());
      return;
    }
    execute(run.lease(), container);
  }

  private void unprepare(ContainerRun container) throws IOException, ReflectiveOperationException {
    parts.surroundings().takeStreams();
    parts.surroundings().takeOff();
    container.close();
    try {
      parts.mpi().releaseContainer();
    } catch (MpiBinding.MpiFailure e) {
      throw new IOException(e);
    }
  }

  private void decline(Message.Run run, String reason, String detail) throws IOException {
    signals.done();
    parts.log().info("lease " + run.lease() + " declined: " + reason + ": " + detail);
    link.send(new Message.Declined(run.spec().containerId(), run.lease(), reason, detail));
  }

  private void execute(long lease, ContainerRun container)
      throws IOException, InterruptedException, ReflectiveOperationException {
    String id = container.spec().containerId();
    long runningAt = System.currentTimeMillis();
    link.send(new Message.Running(lease, runningAt));
    signals.attach(container.guest());
    ContainerRelease release = new ContainerRelease(parts, container);
    container.runMain(release::greetFramework);
    long endedAt = System.currentTimeMillis();
    long endedNanos = System.nanoTime();

    release.runShutdownHooks();
    // From here on the container has no effect any more: neither on its status nor on its output.
    ExitRequest exit = container.guest().exit();
    parts.surroundings().takeStreams();
    String stubborn = release.endThreads();
    signals.done();
    Message.Exited exited =
        new Message.Exited(id, lease, exit.status(), exit.diagnostics(), runningAt, endedAt);
    if (!stubborn.isEmpty()) {
      parts.log().info(id + " leaves threads that do not end; the slot ends: " + stubborn);
      link.send(new Message.Ending(exited, stubborn));
      Runtime.getRuntime().halt(0);
    }
    link.send(exited);

    String retire = cleanUp(release);
    if (parts.heap().isDue()) {
      parts.loaders().collect();
    }
    long micros = (System.nanoTime() - endedNanos) / 1_000;
    link.send(new Message.Released(lease, retire, micros, parts.loaders().live()));
    parts.log().info(id + " status " + exit.status() + ", released in " + micros + " us " + retire);
  }

  /** Returns why the slot must not be used again, or nothing. */
  private String cleanUp(ContainerRelease release)
      throws IOException, InterruptedException, ReflectiveOperationException {
    if (parts.isolation() == Options.Isolation.SINGLE_USE) {
      return "single-use: it has run its container";
    }
    String retire = release.backToBaseline();
    parts.surroundings().takeOff();
    if (retire.isEmpty() && parts.isolation() == Options.Isolation.FULL) {
      retire = parts.frameworks().renew(parts.loaders(), parts.releaseTimeout());
    }
    return retire;
  }
}
