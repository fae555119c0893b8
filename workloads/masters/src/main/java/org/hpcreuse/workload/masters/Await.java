/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.masters;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.yarn.exceptions.YarnException;

/** Bounded waits for what the ResourceManager says only when it is asked. */
final class Await {
  private static final long LIMIT_SECONDS = 60;
  private static final long POLL_MS = 20;

  private Await() {}

  /** A question. */
  @FunctionalInterface
  interface Question {
    boolean ask() throws IOException, YarnException;
  }

  /**
   * Asks until the answer is yes.
   *
   * @param what what is waited for, for the message
   * @throws TimeoutException after 60 s
   */
  static void yes(String what, Question question)
      throws IOException, YarnException, InterruptedException, TimeoutException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    while (!question.ask()) {
      if (System.nanoTime() - deadline >= 0) {
        throw new TimeoutException("waited " + LIMIT_SECONDS + " s in vain for " + what);
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MS);
    }
  }
}
