/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot;

import java.util.LinkedHashSet;
import java.util.Set;
import org.hpcreuse.protocol.ExitCodes;

/**
 * Hands signals to the container they are meant for. Keyed by lease: a signal that comes late never
 * reaches the slot's next guest; one that comes before the container has begun is kept for it.
 */
final class SignalDesk {
  private static final int QUIT = 3;
  private static final int KILL = 9;
  private static final int TERM = 15;
  private static final long NONE = -1;

  // All guarded by this.
  private long lease = NONE;
  private Guest guest;
  private final Set<Integer> early = new LinkedHashSet<>();

  /** From now on signals for this lease are taken. */
  synchronized void expect(long newLease) {
    lease = newLease;
    guest = null;
    early.clear();
  }

  /** The container has begun. */
  synchronized void attach(Guest newGuest) {
    guest = newGuest;
    early.forEach(this::act);
  }

  /** The container is over; later signals are dropped. */
  synchronized void done() {
    lease = NONE;
    guest = null;
  }

  synchronized void deliver(long toLease, int signal) {
    if (toLease != lease) {
      return;
    }
    if (guest == null) {
      early.add(signal);
    } else {
      act(signal);
    }
  }

  /**
   * In a thread of its own, because the container's output may block; then, too, the container is
   * not done before it has got its dump, and the next one does not get it.
   */
  private void dumpThreadsOf(Guest of) {
    Thread writer = new Thread(() -> writeThreadsOf(of), "slot-thread-dump");
    writer.setDaemon(true);
    writer.start();
  }

  private synchronized void writeThreadsOf(Guest of) {
    if (guest == of) {
      ThreadDump.write(of);
    }
  }

  private void act(int signal) {
    switch (signal) {
      case QUIT -> dumpThreadsOf(guest);
      case TERM -> guest.end(new ExitRequest(ExitCodes.TERMINATED, true, ""));
      case KILL -> guest.end(new ExitRequest(ExitCodes.KILLED, false, ""));
      default -> {
        // Signal 0 and others: the question was whether the container is there.
      }
    }
  }
}
