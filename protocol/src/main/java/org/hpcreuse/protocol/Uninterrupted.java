/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits that an interrupt does not end. The interrupt flag is put aside: while it is set, each
 * bounded wait returns at once, so that a loop of waits spins, and each interruptible channel is
 * closed. Closing this gives the flag back. Used by one thread.
 */
public final class Uninterrupted implements AutoCloseable {
  private boolean interrupted;

  /** Takes off the flag of an interrupt that has come since the last time. */
  public void putAside() {
    interrupted |= Thread.interrupted();
  }

  /** Waits as long as that, however often the thread is interrupted or woken meanwhile. */
  public void pause(Duration duration) {
    long deadline = System.nanoTime() + duration.toNanos();
    for (long left = duration.toNanos(); left > 0; left = deadline - System.nanoTime()) {
      putAside();
      LockSupport.parkNanos(left);
    }
    putAside();
  }

  /** Sets the flag again if an interrupt has come. */
  @Override
  public void close() {
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
