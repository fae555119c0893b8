/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.hpcreuse.cleanup.JvmSteps;
import org.hpcreuse.pool.slot.container.ContainerEnd;
import org.hpcreuse.pool.slot.container.ContainerRun;
import org.hpcreuse.pool.slot.container.DeclinedException;
import org.hpcreuse.pool.slot.container.SignalDelivery;
import org.hpcreuse.pool.slot.memory.LoaderWatch;
import org.hpcreuse.pool.slot.memory.SlotFigures;
import org.hpcreuse.pool.slot.process.IdleWork;
import org.hpcreuse.pool.slot.process.StepTimes;
import org.hpcreuse.protocol.Bounds;
import org.hpcreuse.protocol.FallbackReason;
import org.hpcreuse.protocol.wire.Message;

/**
 * Takes one container at a time through its life: {@link ContainerSetup}, {@link ContainerRun},
 * {@link ContainerRelease}. Runs in the thread {@code slot-runner}, which executes no container
 * code.
 *
 * <p>Failure: anything unexpected ends the slot's JVM, because its state is then unknown.
 */
final class SlotRunner implements Runnable {
  private final SlotParts parts;
  private final ContainerSetup setup;
  private final SlotLink link;
  private final SlotFigures figures;

  /** What the runner thread has to do: at most one container, audits, collections, training. */
  private final BlockingQueue<Work> queue = new LinkedBlockingQueue<>();

  /** Whether a container is in the queue. */
  private final AtomicBoolean waiting = new AtomicBoolean();

  /** How long the slot is idle before it looks at everything. */
  private static final Duration IDLE = Duration.ofSeconds(1);

  /** Written and read by the runner thread alone. */
  private SlotAudit audit;

  /** The same. */
  private UnknownState unknown;

  /** Why no container may run here any more; written and read by the runner thread alone. */
  private String unclean = "";

  /** Whether the manager knows of profiles; written and read by the runner thread alone. */
  private boolean hasProfiles;

  private final ReleaseWarmUp releaseWarmUp;
  private final SlotTraining training;
  private final SignalDelivery signals = new SignalDelivery();

  SlotRunner(SlotParts parts, SlotLink link) {
    this.parts = parts;
    setup = new ContainerSetup(parts);
    this.link = link;
    figures = new SlotFigures(parts.loaders(), parts.membership()::figures);
    releaseWarmUp = new ReleaseWarmUp(parts);
    training = new SlotTraining(parts, setup);
  }

  /** Hands over a container, for which training ends; called by the thread that reads messages. */
  void submit(Message.Run run) {
    long cameAt = System.nanoTime();
    stopTraining();
    signals.expect(run.lease());
    if (waiting.getAndSet(true)) {
      throw new IllegalStateException("lease " + run.lease() + " given to a slot that is busy");
    }
    queue.add(
        () -> {
          waiting.set(false);
          Optional<Ended> ended = handle(run, cameAt);
          if (ended.isPresent()) {
            report(ended.get());
          }
        });
  }

  /** Asks for an audit after the container that runs; called by the thread that reads messages. */
  void submit(Message.Audit query) {
    queue.add(() -> audit(query));
  }

  /** Asks for a collection; called by the thread that reads messages. */
  void submit(Message.Collect order) {
    queue.add(() -> collect(order.giveBack()));
  }

  /** Asks for training; called by the thread that reads messages. */
  void submit(Message.Train order) {
    training.ordered();
    queue.add(() -> train(order.profile()));
  }

  /** Ends the training, also one that has not begun; called by the thread that reads messages. */
  void stopTraining() {
    training.stop();
  }

  /** The JVM has run out of memory; called by the thread that hears of it. */
  void outOfMemory() {
    signals.outOfMemory();
  }

  /** Delivers a signal; called by the thread that reads messages. */
  void signal(Message.SignalLease signal) {
    signals.deliver(signal.lease(), signal.signal());
  }

  @Override
  public void run() {
    try {
      parts.framework().baseline().takeAgain(parts.framework().classes());
      audit = SlotAudit.of(parts, figures, link::isNew);
      unknown = new UnknownState(parts, audit, this::collectNow);
      while (true) {
        warmUp();
        Work next = next();
        if (next != null) {
          next.run();
        } else if (unknown.isDue()) {
          tell(unknown.whileIdle(queue::isEmpty));
        }
      }
    } catch (InterruptedException e) {
      parts.log().info("slot-runner interrupted: slot ends");
      Runtime.getRuntime().halt(0);
    } catch (Throwable e) {
      try {
        parts.log().warn("slot ends: its state is unknown", e);
      } finally {
        // Without memory nothing can be logged; a slot that stayed would take containers for ever.
        Runtime.getRuntime().halt(1);
      }
    }
  }

  /** Waits for work; returns null when there is something to do without. */
  private Work next() throws InterruptedException {
    if (!isWarm()) {
      return queue.poll(IdleWork.PAUSE.toMillis(), TimeUnit.MILLISECONDS);
    }
    return unknown.isDue() ? queue.poll(IDLE.toMillis(), TimeUnit.MILLISECONDS) : queue.take();
  }

  private boolean isWarm() {
    return figures.isReady() && parts.framework().preload().isDone();
  }

  private void warmUp() throws InterruptedException, IOException {
    if (isWarm() || !queue.isEmpty() || !parts.idleWork().begins()) {
      return;
    }
    BooleanSupplier goesOn = () -> queue.isEmpty() && parts.idleWork().goesOn();
    try {
      parts.frameworks().warmUp(goesOn);
      if (parts.framework().preload().isDone()) {
        releaseWarmUp.whileIdle(goesOn);
      }
    } finally {
      parts.idleWork().pauses();
    }
    if (!figures.isReady() && parts.framework().preload().isDone() && releaseWarmUp.isDone()) {
      figures.ready();
      parts.cost().note("warmed up");
      sendFigures();
    }
  }

  /** What the runner thread does in one go. */
  @FunctionalInterface
  private interface Work {
    void run() throws IOException, InterruptedException, ReflectiveOperationException;
  }

  private void audit(Message.Audit query) throws IOException, InterruptedException {
    parts.heap().used();
    // A loader that waits would look like one that is held.
    parts.containerLoaders().dropAll();
    SlotAudit.Findings findings = audit.findings(query);
    link.send(findings.answer());
    sendFigures();
    tell(unknown.found(findings.unknown()));
  }

  /**
   * Has the manager end the slot; a container that is on its way is declined.
   *
   * @param found what no rule explains; empty for nothing
   */
  private void tell(String found) throws IOException {
    if (!found.isEmpty()) {
      unclean = found;
      parts.log().info("the slot must not be used again: " + found);
      link.send(new Message.Unclean(found));
    }
  }

  private Optional<Ended> handle(Message.Run run, long cameAtNanos)
      throws IOException, InterruptedException, ReflectiveOperationException {
    if (!unclean.isEmpty()) {
      decline(run, FallbackReason.SLOT_PREPARE, unclean);
      return Optional.empty();
    }
    StepTimes launch = new StepTimes(cameAtNanos);
    launch.addSince("hand-over to the runner", cameAtNanos);
    ContainerRun container;
    try {
      container = setup.prepare(run.spec(), launch);
    } catch (DeclinedException e) {
      decline(run, e.reason(), e.getMessage());
      return Optional.empty();
    }
    return execute(run.lease(), container, launch);
  }

  private void collect(boolean giveBack) throws IOException {
    if (giveBack) {
      parts.containerLoaders().dropOfApplications();
      parts.heap().giveBack(parts.loaders()::collect, queue::isEmpty);
    } else {
      parts.loaders().collect();
    }
    collected();
    sendFigures();
  }

  /** The manager ends a slot that is not clean; a container that is on its way is declined. */
  private void train(String profile)
      throws IOException, InterruptedException, ReflectiveOperationException {
    parts.heap().used();
    Message.Trained trained =
        profile.isEmpty() ? training.run() : training.load(Path.of(profile), queue::isEmpty);
    if (trained.outcome() == Message.TrainingOutcome.UNCLEAN) {
      unclean = trained.detail();
    }
    sendFigures();
    link.send(trained);
  }

  private void collectNow() {
    parts.loaders().collect();
    collected();
  }

  private void collected() {
    parts.heap().collected();
    JvmSteps.afterCollection(parts.framework().baseline());
    figures.collected();
  }

  private void sendFigures() throws IOException {
    Map<String, Long> now = figures.now();
    link.send(new Message.Figures(now, figures.growth(now), need()));
    Map<String, Long> profiles = parts.containerLoaders().profiles();
    if (hasProfiles || !profiles.isEmpty()) {
      hasProfiles = !profiles.isEmpty();
      link.send(new Message.Profiles(profiles));
    }
  }

  private Message.CollectionNeed need() {
    if (parts.loaders().isDue() || parts.heap().isDue()) {
      return Message.CollectionNeed.DUE;
    }
    if (parts.loaders().isWanted()) {
      return Message.CollectionNeed.ROUTINE;
    }
    return parts.heap().isWanted() ? Message.CollectionNeed.GIVE_BACK : Message.CollectionNeed.NONE;
  }

  private void decline(Message.Run run, FallbackReason reason, String detail)
      throws IOException, InterruptedException {
    signals.done();
    parts.log().info("lease " + run.lease() + " declined: " + reason.key() + ": " + detail);
    link.send(new Message.Declined(run.spec().containerId(), run.lease(), reason, detail));
  }

  private Optional<Ended> execute(long lease, ContainerRun container, StepTimes launch)
      throws IOException, InterruptedException, ReflectiveOperationException {
    String id = container.spec().containerId();
    parts.heap().used();
    signals.attach(container.process(), container.onOutOfMemory());
    long runningAt = setup.start(container, launch);
    long reporting = System.nanoTime();
    // Not by the container's own thread, which could be ended while it writes.
    link.send(new Message.Running(lease, runningAt));
    launch.addSince("report", reporting);
    launch.end();
    container.awaitEnd();
    long endedAt = System.currentTimeMillis();
    StepTimes times = new StepTimes(System.nanoTime());

    ContainerRelease release = new ContainerRelease(parts, container, parts.killGrace(), times);
    ContainerRelease.End end = release.end();
    signals.done();
    ContainerEnd exit = end.exit();
    Message.Exited exited =
        new Message.Exited(id, lease, exit.status(), exit.diagnostics(), runningAt, endedAt);
    if (!end.stubborn().isEmpty()) {
      parts.log().info(id + " leaves threads that do not end; the slot ends: " + end.stubborn());
      link.send(new Message.Ending(exited, end.stubborn()));
      if (!link.awaitSent(Bounds.MANAGER_RETURN)) {
        parts.log().info(id + ": no pool manager hears its exit status " + exit.status());
      }
      Runtime.getRuntime().halt(0);
    }
    long sending = System.nanoTime();
    link.send(exited);
    times.addSince("exit status", sending);

    String retire = release.cleanUp();
    return Optional.of(new Ended(id, lease, exit.status(), retire, launch, times));
  }

  /** A container is over and cleaned up after, and nothing here refers to it any more. */
  private record Ended(
      String id, long lease, int status, String retire, StepTimes launch, StepTimes release) {}

  /** Only here is the container's loader garbage: in the frames before it was in use. */
  private void report(Ended ended) throws IOException {
    LoaderWatch loaders = parts.loaders();
    String retire = ended.retire();
    if (retire.isEmpty()) {
      long collecting = System.nanoTime();
      collectIfNeeded(ended.id());
      if (loaders.isOverdue()) {
        collectNow();
      }
      ended.release().addSince("native libraries and Cleaners", collecting);
      long looking = System.nanoTime();
      retire = unknown.afterContainer(ended.id());
      ended.release().addSince("look for unknown state", looking);
    }
    long measuring = System.nanoTime();
    sendFigures();
    ended.release().addSince("figures", measuring);
    ended.release().end();
    long micros = ended.release().micros();
    link.send(new Message.Released(ended.lease(), retire, micros, loaders.live()));
    note(ended);
    String how = "released in " + micros + " us " + retire;
    parts.log().info(ended.id() + " status " + ended.status() + ", " + how);
  }

  /** A full disk is no reason to lose a slot. */
  private void note(Ended ended) {
    try {
      parts.steps().append(ended.id(), ended.launch(), ended.release());
    } catch (IOException e) {
      parts.log().info(ended.id() + ": its times are not noted: " + e);
    }
  }

  private void collectIfNeeded(String id) {
    Set<String> reasons = parts.loaders().collectIfNeeded(parts.staying());
    if (!reasons.isEmpty()) {
      collected();
      parts.log().info(id + ": garbage collected before release because of " + reasons);
    }
  }
}
