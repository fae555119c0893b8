/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.threads;

import java.io.IOException;
import java.nio.channels.Selector;
import java.util.concurrent.locks.LockSupport;
import org.hpcreuse.it.program.hostile.Ending;

/** Leaves a thread that waits for a selector again, whatever exception it gets, as Netty's do. */
public final class SelectsForEver {
  private static final long PAUSE_NANOS = 1_000_000_000;

  private SelectsForEver() {}

  /** Leaves it. */
  public static void main(String[] args) throws IOException {
    Selector selector = Selector.open();
    Thread thread = new Thread(() -> loop(selector), "left-behind");
    thread.setDaemon(true);
    thread.start();
    Ending.now();
  }

  private static void loop(Selector selector) {
    while (true) {
      try {
        selector.select();
      } catch (IOException | RuntimeException e) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }
}
