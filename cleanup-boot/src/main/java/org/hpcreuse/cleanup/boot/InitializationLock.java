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

  /** How many looks in a row find that it is held for nothing: a second. */
  private static final int MOST_UNUSED = 5;

  /** Written by the thread that has it. */
  private volatile boolean used;

  /**
   * Waits for it, as the JVM does: an interrupt is noted, and no more.
   *
   * @return false when the thread that has it will never release it: a stack overflow can strike a
   *     thread that has just taken it, and the thread may go on or end
   */
  boolean isTaken() {
    boolean interrupted = false;
    int unused = 0;
    try {
      while (true) {
        try {
          // One that is free makes no exception for a thread that is interrupted.
          if (tryLock() || tryLock(LOOK_MS, TimeUnit.MILLISECONDS)) {
            return true;
          }
        } catch (InterruptedException e) {
          interrupted = true;
        }
        unused = used ? 0 : unused + 1;
        if (isLost() || unused == MOST_UNUSED) {
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
    return owner != null && !owner.isAlive() && getOwner() == owner;
  }

  /** The thread that has it initialises the class, from now on or no longer. */
  void use(boolean now) {
    used = now;
  }

  /** Whether the thread that has it initialises the class. */
  boolean isUsed() {
    return used;
  }

  /** Releases it, if the calling thread has it. */
  void release() {
    if (isHeldByCurrentThread()) {
      used = false;
    }
    while (isHeldByCurrentThread()) {
      unlock();
    }
  }
}
