/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi.calls;

import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import mpi.MPIException;
import org.hpcreuse.cleanup.boot.SlotHooks;

/**
 * Whether calls of the container may still wait. Thread-safe.
 *
 * <p>A call whose peer is gone would otherwise never return: Open MPI 4.1 does not notice that, and
 * no interrupt reaches native code.
 */
public final class MpiWaits {
  /** Empty while calls may wait, else why not. */
  private static volatile String over = "";

  private MpiWaits() {}

  /** A container begins: its calls may wait. */
  public static void begin() {
    over = "";
  }

  /**
   * From now on each call of the container that would have to wait throws, and so do those that
   * wait already. The first reason counts.
   *
   * @param reason message of the {@link MPIException}; not empty
   */
  public static synchronized void end(String reason) {
    if (over.isEmpty()) {
      over = reason;
    }
  }

  /**
   * To be called now and then by what waits in the name of the container.
   *
   * @throws MPIException when the container must not wait any more
   */
  public static void requireAllowed() throws MPIException {
    String why = over;
    if (!why.isEmpty() && SlotHooks.inContainer()) {
      throw new MPIException(why);
    }
  }

  /** A look at something that may not be there yet. */
  @FunctionalInterface
  interface Look<T> {
    T now() throws MPIException;
  }

  /**
   * Looks until it is done.
   *
   * @param isDone tells from what a look gives
   * @return what the last look gave
   * @throws MPIException when the look throws it, or the container must not wait any more
   */
  static <T> T until(Look<T> look, Predicate<T> isDone) throws MPIException {
    PollBackoff polls = new PollBackoff();
    T seen = look.now();
    while (!isDone.test(seen)) {
      polls.next();
      seen = look.now();
    }
    return seen;
  }

  /**
   * The polls of one call that waits. At first they follow each other at once, so that a message
   * takes as long as in MPI itself, where {@code mpi_yield_when_idle} lets other threads run in
   * between. A call that has waited for long sleeps between two polls, for the sake of the
   * containers that share its cores.
   */
  static final class PollBackoff {
    /** No clock is read before. */
    private static final int FIRST = 100;

    private static final long SPIN_NANOS = 20_000_000;
    private static final long PAUSE_NANOS = 50_000;

    private int count;
    private long sinceNanos;

    /**
     * Returns when it is time for the next look.
     *
     * @throws MPIException when the container must not wait any more
     */
    void next() throws MPIException {
      requireAllowed();
      count++;
      if (count < FIRST) {
        Thread.onSpinWait();
      } else if (count == FIRST) {
        sinceNanos = System.nanoTime();
      } else if (System.nanoTime() - sinceNanos > SPIN_NANOS) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }
}
