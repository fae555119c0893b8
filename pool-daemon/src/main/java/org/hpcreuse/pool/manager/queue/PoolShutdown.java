/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import org.hpcreuse.pool.manager.slots.SlotSupervisor;
import org.hpcreuse.pool.manager.state.Action;
import org.hpcreuse.pool.manager.state.Pool;
import org.hpcreuse.pool.manager.state.SlotProcess;
import org.hpcreuse.pool.manager.state.SlotState;
import org.hpcreuse.protocol.Bounds;
import org.hpcreuse.protocol.wire.Message;

/**
 * Ends the pool: asks all slots to leave, kills the rest after half of the time, then mpirun is
 * ended; it is over when all processes are gone.
 */
public final class PoolShutdown {
  /** For what even SIGKILL does not end at once, beyond the time asked for. */
  public static final long EXTRA_MS = Bounds.GONE.toMillis();

  private static final String REASON = "the pool ends";
  private static final Logger LOG = Logger.getLogger(PoolShutdown.class.getName());

  private final Pool pool;
  private final boolean withMpi;
  private final LaunchHandler launches;
  private final SlotSupervisor supervisor;
  private final List<Long> waiting = new ArrayList<>();
  private boolean begun;
  private boolean mpirunTold;
  private boolean over;

  public PoolShutdown(Pool pool, LaunchHandler launches, SlotSupervisor supervisor) {
    this.pool = pool;
    withMpi = pool.settings().withMpi();
    this.launches = launches;
    this.supervisor = supervisor;
  }

  /**
   * Begins to end the pool.
   *
   * @param connection who is informed when it is over, or {@link SlotProcess#NONE}
   * @param timeoutMs after half of this, slots are killed
   */
  public void begin(long connection, long timeoutMs) {
    if (connection != SlotProcess.NONE) {
      waiting.add(connection);
    }
    if (begun) {
      return;
    }
    begun = true;
    LOG.info(REASON);
    launches.drain();
    supervisor.stopReplacing();
    pool.table().processes().forEach(this::sendAway);
    long bound = Math.max(0, timeoutMs);
    pool.timers()
        .after(
            bound / 2,
            () -> pool.table().processes().forEach(process -> supervisor.kill(process, REASON)));
    pool.timers().after(Math.min(bound, Long.MAX_VALUE - EXTRA_MS) + EXTRA_MS, this::giveUp);
  }

  public boolean hasBegun() {
    return begun;
  }

  /** Goes on when the processes it waits for are gone. */
  public void review() {
    if (!begun || over) {
      return;
    }
    boolean mpirunLeft = withMpi && !supervisor.hasMpirunEnded();
    boolean slotsLeft =
        pool.table().processes().stream()
            .anyMatch(process -> process.state() != SlotState.DEAD && !endsWithMpirun(process));
    if (slotsLeft) {
      return;
    }
    if (mpirunLeft) {
      endMpirun();
    } else {
      over = true;
      waiting.forEach(connection -> pool.out().send(connection, new Message.Done()));
      pool.out().add(new Action.Stop());
    }
  }

  private void endMpirun() {
    if (!mpirunTold) {
      mpirunTold = true;
      pool.out().add(new Action.EndMpirun());
    }
  }

  private void sendAway(SlotProcess process) {
    if (process.state().isResting()) {
      supervisor.leave(process, REASON);
    } else if (process.state().isBusy()) {
      process.noteReason(REASON);
      pool.out().send(process.connection(), new Message.Leave(REASON));
    } else if (process.state() == SlotState.STARTING && !process.isRank()) {
      supervisor.kill(process, REASON);
    }
  }

  /** A rank that has not reported is known to mpirun alone. */
  private static boolean endsWithMpirun(SlotProcess process) {
    return process.isRank() && process.state() == SlotState.STARTING;
  }

  private void giveUp() {
    if (over) {
      return;
    }
    over = true;
    String left =
        pool.table().processes().stream()
            .filter(process -> process.state() != SlotState.DEAD)
            .map(SlotProcess::toString)
            .collect(Collectors.joining(", ", "processes left: ", withMpi ? ", mpirun" : ""));
    LOG.severe(left);
    waiting.forEach(connection -> pool.out().send(connection, new Message.Refused(left)));
    pool.out().add(new Action.Stop());
  }
}
