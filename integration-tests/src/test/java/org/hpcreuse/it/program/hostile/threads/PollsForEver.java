/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.threads;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.hpcreuse.it.program.hostile.Ending;

/** Leaves a thread that waits for a queue again, whatever exception it gets, as one of Tez does. */
public final class PollsForEver {
  private PollsForEver() {}

  /** Leaves it. */
  public static void main(String[] args) {
    BlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
    Thread thread = new Thread(() -> loop(queue), "left-behind");
    thread.setDaemon(true);
    thread.start();
    Ending.now();
  }

  private static void loop(BlockingQueue<Integer> queue) {
    int sum = 0;
    while (sum >= 0) {
      try {
        sum += queue.take();
      } catch (InterruptedException | RuntimeException e) {
        sum++;
      }
    }
  }
}
