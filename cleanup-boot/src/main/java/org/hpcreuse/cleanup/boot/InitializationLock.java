/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.boot;

import java.io.Serial;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** Held by the thread that initialises a class. */
final class InitializationLock extends ReentrantLock {
  @Serial private static final long serialVersionUID = 1;

  /** How often a thread that waits looks whether the owner is alive. */
  private static final long LOOK_MS = 200;

  /**
   * Waits for it, as the JVM does: an interrupt is noted, and no more.
   *
   * @return false when the thread that has it has ended, and will never let go of it: a stack
   *     overflow can strike a thread that has just taken it
   */
  boolean isTaken() {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          if (tryLock(LOOK_MS, TimeUnit.MILLISECONDS)) {
            return true;
          }
        } catch (InterruptedException e) {
          interrupted = true;
        }
        if (isLost()) {
          return false;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Whether the thread that has it has ended. */
  boolean isLost() {
    Thread owner = getOwner();
    return owner != null && !owner.isAlive();
  }
}
