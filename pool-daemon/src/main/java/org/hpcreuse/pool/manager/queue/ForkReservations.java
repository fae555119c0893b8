/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.queue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.logging.Logger;
import org.hpcreuse.pool.manager.slots.SlotSupervisor;
import org.hpcreuse.pool.manager.state.Pool;
import org.hpcreuse.pool.manager.state.SlotProcess;
import org.hpcreuse.pool.manager.state.SlotState;
import org.hpcreuse.protocol.option.SlotClass;
import org.hpcreuse.protocol.wire.Message;

/**
 * Keeps the node's promise of memory when containers are forked beside the slots. Some memory is
 * set aside for them; when those that run together may need more, free slots leave for as long:
 * YARN has given no more containers to the node than it has slots, so each that is forked leaves
 * one without work.
 *
 * <p>A forked container runs as long as its executor's connection is open. A manager that comes
 * after one that died hears of those that run within some seconds, and so is any manager by a
 * NodeManager that is started again.
 */
public final class ForkReservations {
  /** How long slots stay away after they were last needed to: their start costs seconds. */
  public static final long GIVE_BACK_MS = 5_000;

  private static final Logger LOG = Logger.getLogger(ForkReservations.class.getName());

  private final Pool pool;
  private final long headroomMb;
  private final SlotSupervisor supervisor;
  private final List<Fork> forks = new ArrayList<>();
  private long neededAtMs;
  private boolean lookingAgain;
  private boolean paused;

  /** One container; {@code told} once its executor knows that there is room. */
  private static final class Fork {
    private final long connection;
    private final Message.Fork container;
    private boolean told;

    Fork(long connection, Message.Fork container) {
      this.connection = connection;
      this.container = container;
    }
  }

  public ForkReservations(Pool pool, SlotSupervisor supervisor) {
    this.pool = pool;
    headroomMb = pool.settings().forkHeadroomMb();
    this.supervisor = supervisor;
  }

  /** An executor is about to fork a container. */
  void begin(long connection, Message.Fork container) {
    if (container.memoryMb() < 0) {
      String why = "memory of " + container.memoryMb() + " MiB: must not be negative";
      pool.out().send(connection, new Message.Refused(why));
      return;
    }
    container.reason().ifPresent(pool.counters()::countForked);
    forks.add(new Fork(connection, container));
  }

  /** A connection is closed; the forked container that it stood for is over. */
  void closed(long connection) {
    if (forks.removeIf(fork -> fork.connection == connection)) {
      neededAtMs = pool.time().nowMs();
    }
  }

  /** How many forked containers run, or are about to. */
  public int running() {
    return forks.size();
  }

  /** Whether none runs, and no slot is away for one. */
  public boolean isResting() {
    return forks.isEmpty() && lent().isEmpty();
  }

  /** While paused, forked containers wait: all slots are about to be started again. */
  public void pause(boolean value) {
    paused = value;
  }

  /** What they may use together, MiB. */
  public long memoryMb() {
    return forks.stream().mapToLong(fork -> fork.container.memoryMb()).sum();
  }

  /** Makes room of slots that nobody waits for, and tells those that wait for room. */
  public void review() {
    if (paused) {
      return;
    }
    if (headroomMb > 0) {
      lend();
    }
    long roomMb =
        headroomMb
            + lentMb(pool.table().holders().stream().filter(ForkReservations::isAway).toList());
    long usedMb = 0;
    for (Fork fork : forks) {
      usedMb += fork.container.memoryMb();
      if (!fork.told && (headroomMb == 0 || usedMb <= roomMb)) {
        fork.told = true;
        pool.out().send(fork.connection, new Message.Done());
      }
    }
  }

  private void lend() {
    long missingMb = missingMb();
    while (missingMb > 0) {
      Optional<SlotProcess> process = freeProcess(missingMb);
      if (process.isEmpty()) {
        return;
      }
      process.get().lend(true);
      supervisor.leave(process.get(), "its memory is needed for forked containers");
      missingMb = missingMb();
    }
  }

  private long missingMb() {
    return memoryMb() - headroomMb - lentMb(lent());
  }

  /**
   * The smallest that is large enough, else the largest; of these one outside MPI, since a rank
   * that leaves is gone until mpirun is started again.
   */
  private Optional<SlotProcess> freeProcess(long forMb) {
    List<SlotProcess> free =
        pool.table().holders().stream()
            .filter(process -> process.state().isIdle())
            .sorted(Comparator.comparingInt(SlotProcess::heapMb).thenComparing(SlotProcess::hasMpi))
            .toList();
    return free.stream()
        .filter(process -> containerMb(process) >= forMb)
        .findFirst()
        .or(() -> free.isEmpty() ? Optional.empty() : Optional.of(free.get(free.size() - 1)));
  }

  /** Lets slots come back that have not been needed for a while. */
  public void giveBack() {
    for (SlotProcess process : lent()) {
      boolean needed = missingMb() + containerMb(process) > 0;
      if (!needed) {
        giveBackLater(process);
      }
    }
  }

  private void giveBackLater(SlotProcess process) {
    long waitMs = neededAtMs + GIVE_BACK_MS - pool.time().nowMs();
    if (waitMs <= 0) {
      LOG.info(() -> process + " is no longer needed for forked containers");
      process.lend(false);
      supervisor.refill(process.slot());
    } else if (!lookingAgain) {
      lookingAgain = true;
      pool.timers().after(waitMs, () -> lookingAgain = false);
    }
  }

  private List<SlotProcess> lent() {
    return pool.table().holders().stream().filter(SlotProcess::isLent).toList();
  }

  private static boolean isAway(SlotProcess process) {
    return process.isLent() && process.state() == SlotState.DEAD;
  }

  private static long lentMb(List<SlotProcess> processes) {
    return processes.stream().mapToLong(ForkReservations::containerMb).sum();
  }

  /** What YARN counts the slot as. */
  private static int containerMb(SlotProcess process) {
    return new SlotClass(1, process.heapMb()).containerMb();
  }
}
