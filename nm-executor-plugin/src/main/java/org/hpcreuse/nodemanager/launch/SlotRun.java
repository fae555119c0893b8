/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.launch;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.hpcreuse.protocol.Bounds;
import org.hpcreuse.protocol.ContainerSignal;
import org.hpcreuse.protocol.FallbackReason;
import org.hpcreuse.protocol.ProcessIdentity;
import org.hpcreuse.protocol.Reason;
import org.hpcreuse.protocol.Uninterrupted;
import org.hpcreuse.protocol.option.Options;
import org.hpcreuse.protocol.wire.Message;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One container's conversation with the pool manager, from Launch (or Reattach) to Exited.
 *
 * <p>Waits are cut into slices so that a cancelled container is noticed; interrupts do not end them
 * unless asked to. Whenever the connection breaks, the container is looked for again for a bounded
 * time. A container is reported as not run only when it certainly is not running.
 */
final class SlotRun {
  /** What the run tells its owner, and asks it. */
  interface Owner {
    /**
     * The container has got a slot.
     *
     * @throws IOException when YARN cannot learn of it: the container is killed then
     */
    void assigned(Message.Assigned given) throws IOException;

    /** Whether YARN wants the container no longer. */
    boolean cancelled();
  }

  /**
   * How long things may take.
   *
   * @param search how long a lost container is looked for, each time it is lost
   * @param signals what YARN gets to end a cancelled container by its own signals; they may get
   *     lost together with a manager
   */
  record Timeouts(Duration search, Duration signals) {}

  private static final Logger LOG = LoggerFactory.getLogger(SlotRun.class);
  private static final Duration SLICE = Duration.ofMillis(100);
  private static final Duration LONG_SLICE = Duration.ofSeconds(1);

  /** A container that is lost sooner after it was found than this has not been found for good. */
  private static final Duration FOUND = Duration.ofSeconds(1);

  private final PoolClient pool;
  private final String containerId;
  private final LostContainer remains;
  private final Owner owner;
  private final Timeouts timeouts;
  private final boolean interruptible;
  private final Uninterrupted waits = new Uninterrupted();
  private Message.Launch asked;
  private long askedAtNanos;

  /** Whether something unknown has come when a launch was taken back. */
  private boolean doubtful;

  private Optional<Message.Assigned> slot = Optional.empty();
  private Optional<ProcessIdentity> slotProcess = Optional.empty();
  private Outcome.Phases phases = Outcome.Phases.NONE;
  private boolean killSent;
  private String killReason = "";
  private Optional<Long> killAtNanos = Optional.empty();

  /**
   * For one container.
   *
   * @param workDir its working directory; empty when it is not known
   * @param interruptible whether an interrupt ends the wait, and the container goes on
   */
  SlotRun(
      PoolClient pool,
      String containerId,
      String workDir,
      Owner owner,
      boolean interruptible,
      Timeouts timeouts) {
    this.pool = pool;
    this.containerId = containerId;
    remains = new LostContainer(containerId, workDir);
    this.owner = owner;
    this.interruptible = interruptible;
    this.timeouts = timeouts;
  }

  /** How long a container is looked for in that pool. */
  static Duration searchIn(PoolClient pool) {
    try {
      return Bounds.search(pool.files().get(Options.RECONNECT_MS));
    } catch (IOException | IllegalArgumentException e) {
      LOG.warn("{}: {}", pool.poolDir(), e.getMessage());
      return Bounds.search(Options.RECONNECT_MS.in(Map.of()));
    }
  }

  /**
   * Asks for a slot and stays until the container is over. What is not expected, an {@link Error}
   * too, ends what runs in a slot: who calls could not know of it.
   *
   * @param connection is closed by the caller
   */
  Outcome launch(LaunchConnection connection, Message.Launch launch) throws IOException {
    try (waits) {
      try {
        return ask(connection, launch);
      } catch (RuntimeException | Error e) {
        if (connection.isAsked() && !isAssigned()) {
          takeBack(connection);
        }
        return broken(e);
      }
    }
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
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException | TimeoutException | RuntimeException e) {
      return search(e);
    }
  }

  /** Takes up a container that an earlier NodeManager has launched. */
  Outcome reattach() throws IOException {
    try (waits) {
      try {
        return search(new IOException("NodeManager restart"));
      } catch (RuntimeException | Error e) {
        return broken(e);
      }
    }
  }

  private Outcome broken(Throwable e) {
    LOG.error("{}: given up", containerId, e);
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
      pool.signal(containerId, ContainerSignal.KILL);
    } catch (IOException | RuntimeException e) {
      LOG.warn("{}: the pool manager is not told to end it", containerId, e);
    }
  }

  private Outcome search(Exception cause) throws IOException {
    LOG.info("{}: looking for it in the pool: {}", containerId, cause.getMessage());
    Duration limit = searchLimit();
    long deadline = System.nanoTime() + limit.toNanos();
    String last = String.valueOf(cause.getMessage());
    while (System.nanoTime() - deadline < 0 && !(neverGiven() && owner.cancelled())) {
      heedInterrupt();
      long found = System.nanoTime();
      try (LaunchConnection connection = new LaunchConnection(pool.connect())) {
        found = System.nanoTime();
        connection.send(
            slot.map(given -> new Message.Reattach(containerId, given.lease(), given.slotPid()))
                .orElseGet(() -> new Message.Reattach(containerId)));
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
          && given.containerId().equals(containerId)) {
        assigned(given);
      }
    } catch (IOException | RuntimeException | Error e) {
      LOG.warn("{}: nobody knows whether a slot has it", containerId, e);
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
      if (message instanceof Message.Assigned given && given.containerId().equals(containerId)) {
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
        throw new IOException(containerId + ": unexpected message " + message);
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
    return neverGiven()
        && declined.reason() == FallbackReason.UNKNOWN_CONTAINER
        && !owner.cancelled();
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
    boolean tooLate = asked != null && !isAssigned() && owner.cancelled();
    if (!isAssigned()) {
      phases = new Outcome.Phases(given.slot(), System.currentTimeMillis(), 0, 0);
    }
    slotProcess = Optional.of(new ProcessIdentity(given.slotPid(), given.slotStart()));
    slot = Optional.of(given);
    try {
      owner.assigned(given);
    } catch (IOException | RuntimeException e) {
      LOG.warn("{} is killed: YARN cannot learn of its slot", containerId, e);
      killReason = "Killed, because YARN cannot learn of its slot: " + e;
    }
    if (tooLate || !killReason.isEmpty()) {
      kill();
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

  private Outcome lost(String detail) {
    return Outcome.Ended.lost(detail, phases);
  }

  /**
   * YARN's clean-up signals a container that has a pid file, and leaves it time between TERM and
   * KILL; before that nobody else does.
   */
  private void killIfCancelled() throws IOException {
    if (killSent || !owner.cancelled()) {
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
    LOG.info("{}: cancelled, its launch is taken back", containerId);
    pool.signal(containerId, ContainerSignal.KILL);
    killSent = true;
  }

  /** An interrupt would break each new connection at once: the flag is put aside. */
  private void heedInterrupt() throws InterruptedIOException {
    if (!interruptible) {
      waits.putAside();
    } else if (Thread.currentThread().isInterrupted()) {
      throw new InterruptedIOException("interrupted while " + containerId + " runs in a slot");
    }
  }
}
