/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.threads;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.hpcreuse.it.program.hostile.Ending;

/** Leaves threads that end only when they have been interrupted many times. */
public final class IgnoresInterrupts {
  private static final int MANY = 10;
  private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(5);
  private static final long PAUSE_NANOS = 1_000_000;

  private IgnoresInterrupts() {}

  /** Leaves it. */
  public static void main(String[] args) {
    for (boolean daemon : List.of(true, false)) {
      Thread thread = new Thread(IgnoresInterrupts::loop, "left-behind");
      thread.setDaemon(daemon);
      thread.start();
    }
    Ending.now();
  }

  private static void loop() {
    long end = System.nanoTime() + LONGEST_NANOS;
    int interrupts = 0;
    while (interrupts < MANY && System.nanoTime() - end < 0) {
      LockSupport.parkNanos(PAUSE_NANOS);
      interrupts += Thread.interrupted() ? 1 : 0;
    }
  }
}
