/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.launch;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.hpcreuse.nodemanager.files.PidFile;
import org.hpcreuse.nodemanager.usage.ContainerModes;
import org.hpcreuse.nodemanager.usage.ContainerModes.Mode;
import org.hpcreuse.nodemanager.usage.SlotBaseline;
import org.hpcreuse.protocol.Bounds;
import org.hpcreuse.protocol.ContainerSignal;
import org.hpcreuse.protocol.FallbackReason;
import org.hpcreuse.protocol.ProcessIdentity;
import org.hpcreuse.protocol.Reason;
import org.hpcreuse.protocol.Uninterrupted;
import org.hpcreuse.protocol.wire.Message;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One container in a slot, from Launch (or Reattach) to its exit status: the conversation with the
 * pool manager, and what the NodeManager keeps of the container meanwhile, which is its pid file,
 * its mode and its charge.
 *
 * <p>Waits are cut into slices so that a cancelled container is noticed; interrupts do not end them
 * unless it was taken up again. Whenever the connection breaks, the container is looked for again
 * for a bounded time. A container is reported as not run only when it certainly is not running.
 * Used by one thread, once.
 */
final class SlotLaunch {
  /**
   * What YARN says of the container.
   *
   * @param workDir its working directory; empty when it is not known
   * @param pidFile where YARN looks for its pid
   * @param cancelled whether YARN wants it no longer
   */
  record Container(String id, String workDir, Path pidFile, BooleanSupplier cancelled) {}

  /**
   * How long things may take.
   *
   * @param search how long a lost container is looked for, each time it is lost
   * @param signals what YARN gets to end a cancelled container by its own signals; they may get
   *     lost together with a manager
   */
  record Timeouts(Duration search, Duration signals) {}

  private static final Logger LOG = LoggerFactory.getLogger(SlotLaunch.class);
  private static final Duration SLICE = Duration.ofMillis(100);
  private static final Duration LONG_SLICE = Duration.ofSeconds(1);

  /** A container that is lost sooner after it was found than this has not been found for good. */
  private static final Duration FOUND = Duration.ofSeconds(1);

  private final ManagerClient pool;
  private final ContainerModes modes;
  private final Container container;
  private final Timeouts timeouts;
  private final PidFile pidFile;
  private final LostContainer remains;
  private final Uninterrupted waits = new Uninterrupted();
  private boolean interruptible;
  private Message.Launch asked;
  private long askedAtNanos;

  /** Whether something unknown has come when a launch was taken back. */
  private boolean doubtful;

  private Optional<Message.Assigned> slot = Optional.empty();
  private Optional<ProcessIdentity> slotProcess = Optional.empty();
  private Optional<SlotBaseline> baseline = Optional.empty();

  /** Whether YARN knows the slot's pid. */
  private boolean shown;

  private Outcome.Phases phases = Outcome.Phases.NONE;
  private boolean killSent;
  private String killReason = "";
  private Optional<Long> killAtNanos = Optional.empty();

  SlotLaunch(ManagerClient pool, ContainerModes modes, Container container, Timeouts timeouts) {
    this.pool = pool;
    this.modes = modes;
    this.container = container;
    this.timeouts = timeouts;
    pidFile = new PidFile(container.pidFile());
    remains = new LostContainer(container.id(), container.workDir());
  }

  /**
   * Asks for a slot and stays until the container is over. What is not expected, an {@link Error}
   * too, ends what runs in a slot: who calls could not know of it.
   *
   * @param connection is closed by the caller
   * @throws IOException when it cannot be kept in a file that the container is in a slot; the pool
   *     has not been asked then
   */
  Outcome launch(LaunchConnection connection, Message.Launch launch) throws IOException {
    begin();
    try (waits) {
      Outcome outcome;
      try {
        outcome = ask(connection, launch);
      } catch (RuntimeException | Error e) {
        if (connection.isAsked() && !isAssigned()) {
          takeBack(connection);
        }
        outcome = broken(e);
      }
      settle(outcome);
      return outcome;
    }
  }

  /**
   * Takes up a container that an earlier NodeManager has launched.
   *
   * @throws InterruptedIOException when interrupted: it still runs
   */
  Outcome.Ended reattach() throws IOException {
    interruptible = true;
    try (waits) {
      Outcome outcome;
      try {
        outcome = search(new IOException("NodeManager restart"));
      } catch (RuntimeException | Error e) {
        outcome = broken(e);
      }
      Outcome.Ended ended =
          outcome instanceof Outcome.Ended given ? given : lost(outcome.toString());
      settle(ended);
      return ended;
    }
  }

  /** The marker comes before the pid file: a pid without it would be taken for a process's own. */
  private void begin() throws IOException {
    modes.set(id(), Mode.IN_SLOT);
    modes.mark(container.pidFile());
    pidFile.reserve();
  }

  /**
   * Whatever goes wrong in the books does not change the outcome. The pid file of a container that
   * is over stays: YARN's clean-up waits for it and deletes it. The mode of one that is lost stays
   * as well, so that YARN's signals still go to the pool, which may have it after all.
   */
  private void settle(Outcome outcome) {
    try {
      baseline.ifPresent(SlotBaseline::end);
      if (!(outcome instanceof Outcome.Ended ended)) {
        pidFile.discard();
        modes.leaveSlot(id(), container.pidFile());
      } else if (!ended.lost()) {
        modes.set(id(), Mode.SLOT_ENDED);
        if (!shown) {
          pidFile.discard();
        }
      }
    } catch (IOException | RuntimeException | Error e) {
      LOG.warn("{}: its end is not noted in full", id(), e);
    }
  }

  private String id() {
    return container.id();
  }

  private boolean isCancelled() {
    return container.cancelled().getAsBoolean();
  }

  private Outcome ask(LaunchConnection connection, Message.Launch launch) throws IOException {
    asked = launch;
    askedAtNanos = System.nanoTime();
    try {
      connection.ask(launch);
      return converse(connection);
    } catch (IllegalArgumentException e) {
      if (connection.isAsked()) {
        return search(e);
      }
      return new Outcome.NotRun(new Reason(FallbackReason.LAUNCH_TOO_LARGE, e.getMessage()));
    } catch (IOException | TimeoutException | RuntimeException e) {
      return search(e);
    }
  }

  private Outcome broken(Throwable e) {
    LOG.error("{}: given up", id(), e);
    if (neverGiven()) {
      return new Outcome.NotRun(new Reason(FallbackReason.EXECUTOR_FAILURE, e.toString()));
    }
    if (!isAssigned()) {
      askForItsEnd();
    }
    return lost(e + remains.end(slotProcess, waits));
  }

  /** Nobody has said which slot has it, if one has. */
  private void askForItsEnd() {
    try {
      pool.signal(id(), ContainerSignal.KILL);
    } catch (IOException | RuntimeException e) {
      LOG.warn("{}: the pool manager is not told to end it", id(), e);
    }
  }

  private Outcome search(Exception cause) throws IOException {
    LOG.info("{}: looking for it in the pool: {}", id(), cause.getMessage());
    Duration limit = searchLimit();
    long deadline = System.nanoTime() + limit.toNanos();
    String last = String.valueOf(cause.getMessage());
    while (System.nanoTime() - deadline < 0 && !(neverGiven() && isCancelled())) {
      heedInterrupt();
      long found = System.nanoTime();
      try (LaunchConnection connection = new LaunchConnection(pool.connect())) {
        found = System.nanoTime();
        connection.send(
            slot.map(given -> new Message.Reattach(id(), given.lease(), given.slotPid()))
                .orElseGet(() -> new Message.Reattach(id())));
        return converse(connection);
      } catch (InterruptedIOException e) {
        throw e;
      } catch (IOException | TimeoutException | RuntimeException e) {
        last = String.valueOf(e.getMessage());
        if (isAssigned() && System.nanoTime() - found >= FOUND.toNanos()) {
          // It had been found: this is another loss.
          limit = timeouts.search();
          deadline = System.nanoTime() + limit.toNanos();
        }
        heedInterrupt();
        waits.pause(SLICE);
      }
    }
    String detail = "pool manager not reached for " + limit.toMillis() + " ms: " + last;
    return neverGiven()
        ? new Outcome.NotRun(new Reason(FallbackReason.POOL_DOWN, detail))
        : lost(detail + remains.end(slotProcess, waits));
  }

  /** A container that no slot has waits no longer than for a slot. */
  private Duration searchLimit() {
    Duration search = timeouts.search();
    if (!neverGiven()) {
      return search;
    }
    Duration wait = Duration.ofMillis(holdLeftMs()).plus(Bounds.SILENT);
    return wait.compareTo(search) < 0 ? wait : search;
  }

  /** What is left of the time that the container may wait for a slot. */
  private long holdLeftMs() {
    return Math.max(0, asked.holdMs() - waitedMs());
  }

  private long waitedMs() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - askedAtNanos);
  }

  /** Whether the pool has been asked for a slot, and certainly none has the container. */
  private boolean neverGiven() {
    return asked != null && !isAssigned() && !doubtful;
  }

  /**
   * Stays until the container is over. Whatever breaks, no launch is left behind on the connection
   * that a slot could still get.
   */
  private Outcome converse(LaunchConnection connection) throws IOException, TimeoutException {
    try {
      return follow(connection);
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException | TimeoutException | RuntimeException e) {
      if (connection.isAsked() && !isAssigned()) {
        takeBack(connection);
      }
      if (e instanceof LaunchConnection.Silence) {
        pool.complain(e.getMessage());
        if (neverGiven()) {
          return new Outcome.NotRun(new Reason(FallbackReason.POOL_DOWN, e.getMessage()));
        }
      }
      throw e;
    }
  }

  /** What the manager has said in the last moment counts; all but a slot it says again. */
  private void takeBack(LaunchConnection connection) {
    try {
      Optional<Message> last = connection.takeBack();
      if (last.isPresent()
          && last.get() instanceof Message.Assigned given
          && given.containerId().equals(id())) {
        assigned(given);
      }
    } catch (IOException | RuntimeException | Error e) {
      LOG.warn("{}: nobody knows whether a slot has it", id(), e);
      doubtful = true;
    }
  }

  private Outcome follow(LaunchConnection connection) throws IOException, TimeoutException {
    while (true) {
      heedInterrupt();
      Message message;
      try {
        message =
            isAssigned()
                ? connection.receive(LONG_SLICE, Bounds.ASK_OF_RUNNING)
                : connection.receive(SLICE, Bounds.ASK);
      } catch (TimeoutException e) {
        killIfCancelled();
        requireAnswer(connection);
        continue;
      }
      if (message instanceof Message.Assigned given && given.containerId().equals(id())) {
        assigned(given);
      } else if (message instanceof Message.Exited exited) {
        pool.taken(exited);
        return ended(exited);
      } else if (message instanceof Message.Declined declined) {
        if (mayAskAgain(declined)) {
          connection.ask(new Message.Launch(asked.spec(), holdLeftMs()));
          continue;
        }
        return declined(declined);
      } else if (message instanceof Message.Refused refused && neverGiven()) {
        return new Outcome.NotRun(new Reason(FallbackReason.POOL_DOWN, refused.reason()));
      } else {
        throw new IOException(id() + ": unexpected message " + message);
      }
    }
  }

  /** The manager itself declines a container that has waited long enough; if not, so is it here. */
  private void requireAnswer(LaunchConnection connection) throws LaunchConnection.Silence {
    long beyondMs = waitedMs() - Bounds.SILENT.toMillis();
    if (connection.isAsked() && !isAssigned() && beyondMs > asked.holdMs()) {
      throw new LaunchConnection.Silence(
          String.format(
              "the pool manager has given no slot and no answer within %d ms, limit %d ms",
              waitedMs(), asked.holdMs()));
    }
  }

  /**
   * A manager that has taken the place of one that died knows nothing of what waited there, and is
   * asked again. It has heard from all slots before it says so.
   */
  private boolean mayAskAgain(Message.Declined declined) {
    return neverGiven() && declined.reason() == FallbackReason.UNKNOWN_CONTAINER && !isCancelled();
  }

  /** Only an answer that names the lease says that the slot has not had the container. */
  private Outcome declined(Message.Declined declined) {
    if (isAssigned() && declined.lease() != slot.get().lease()) {
      return lost(declined.detail() + remains.end(Optional.empty(), waits));
    }
    return new Outcome.NotRun(new Reason(declined.reason(), declined.detail()));
  }

  /** YARN's clean-up may have given up a container that was cancelled before it had a pid file. */
  private void assigned(Message.Assigned given) throws IOException {
    boolean isFirst = !isAssigned();
    boolean tooLate = asked != null && isFirst && isCancelled();
    if (isFirst) {
      phases = new Outcome.Phases(given.slot(), System.currentTimeMillis(), 0, 0);
    }
    slotProcess = Optional.of(new ProcessIdentity(given.slotPid(), given.slotStart()));
    slot = Optional.of(given);
    if (!shown) {
      show(given);
    }
    if (tooLate || !killReason.isEmpty()) {
      kill();
    }
  }

  /**
   * Measures the slot before the pid file shows it to YARN. A container that is found again in its
   * slot keeps what it has been charged with.
   */
  private void show(Message.Assigned given) {
    LOG.info(
        "{} runs in slot {}, pid {}, lease {}", id(), given.slot(), given.slotPid(), given.lease());
    try {
      baseline = Optional.of(SlotBaseline.begin(given.slotPid()));
    } catch (IOException | RuntimeException e) {
      LOG.warn("{}: slot pid {} cannot be measured", id(), given.slotPid(), e);
    }
    try {
      pidFile.write(given.slotPid());
      shown = true;
      killReason = killSent ? killReason : "";
    } catch (IOException | RuntimeException e) {
      LOG.warn("{} is killed: YARN cannot learn of its slot", id(), e);
      killReason = "Killed, because YARN cannot learn of its slot: " + e;
    }
  }

  private Outcome ended(Message.Exited exited) {
    String diagnostics =
        killReason.isEmpty() ? exited.diagnostics() : killReason + "\n" + exited.diagnostics();
    Outcome.Phases all =
        new Outcome.Phases(
            phases.slot(), phases.loadMs(), exited.runningAtMs(), exited.endedAtMs());
    return new Outcome.Ended(exited.status(), diagnostics, all, false);
  }

  /** Whether it knows of a slot. */
  private boolean isAssigned() {
    return slot.isPresent();
  }

  private Outcome.Ended lost(String detail) {
    return Outcome.Ended.lost(detail, phases);
  }

  /**
   * YARN's clean-up signals a container that has a pid file, and leaves it time between TERM and
   * KILL; before that nobody else does.
   */
  private void killIfCancelled() throws IOException {
    if (killSent || !isCancelled()) {
      return;
    }
    long now = System.nanoTime();
    if (killAtNanos.isEmpty()) {
      killAtNanos = Optional.of(isAssigned() ? now + timeouts.signals().toNanos() : now);
    }
    if (now - killAtNanos.get() >= 0) {
      kill();
    }
  }

  private void kill() throws IOException {
    LOG.info("{}: cancelled, its launch is taken back", id());
    pool.signal(id(), ContainerSignal.KILL);
    killSent = true;
  }

  /** An interrupted thread cannot read the pool's secret, to connect: the flag is put aside. */
  private void heedInterrupt() throws InterruptedIOException {
    if (!interruptible) {
      waits.putAside();
    } else if (Thread.currentThread().isInterrupted()) {
      throw new InterruptedIOException("interrupted while " + id() + " runs in a slot");
    }
  }
}
