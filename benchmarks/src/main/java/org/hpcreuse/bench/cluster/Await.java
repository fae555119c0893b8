/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.hpcreuse.protocol.ExitCodes;

/** Bounded waits on what can only be asked again: files and REST answers of other processes. */
public final class Await {
  private static final long POLL_MS = 100;

  private Await() {}

  /** A question whose answer may not be there yet. */
  @FunctionalInterface
  public interface Question<T> {
    Optional<T> ask() throws IOException, BenchException, InterruptedException;
  }

  /**
   * Asks until there is an answer.
   *
   * @param what what is waited for, for the message
   * @param limit how long at most
   * @throws BenchException when there is none in time
   */
  public static <T> T answer(String what, Duration limit, Question<T> question)
      throws IOException, BenchException, InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    while (true) {
      Optional<T> answer = question.ask();
      if (answer.isPresent()) {
        return answer.get();
      }
      if (System.nanoTime() >= deadline) {
        throw new BenchException(
            ExitCodes.TIMEOUT, "waited " + limit.toSeconds() + " s in vain for " + what);
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MS);
    }
  }
}
