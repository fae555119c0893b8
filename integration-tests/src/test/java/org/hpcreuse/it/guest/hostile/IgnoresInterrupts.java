/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.guest.hostile;

import java.util.List;
import java.util.concurrent.TimeUnit;

/** Leaves threads that take no notice of interrupts for a third of a second. */
public final class IgnoresInterrupts {
  private static volatile long seen;

  private IgnoresInterrupts() {}

  /** Leaves it. */
  public static void main(String[] args) {
    for (boolean daemon : List.of(true, false)) {
      Thread thread = new Thread(IgnoresInterrupts::loop, "left-behind");
      thread.setDaemon(daemon);
      thread.start();
    }
    Ending.now(args);
  }

  private static void loop() {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(300);
    while (seen < end) {
      seen = System.nanoTime();
    }
  }
}
