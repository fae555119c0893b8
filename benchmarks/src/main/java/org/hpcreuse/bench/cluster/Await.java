/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.hpcreuse.protocol.ExitCodes;

/** Bounded waits on what can only be asked again: files and REST answers of other processes. */
public final class Await {
  private static final Duration POLL = Duration.ofMillis(100);

  private Await() {}

  /** Asks what is missing still. */
  @FunctionalInterface
  public interface Missing {
    List<String> ask() throws IOException;
  }

  /** A question whose answer may not be there yet. */
  @FunctionalInterface
  public interface Question<T> {
    Optional<T> ask() throws IOException, InterruptedException;
  }

  /** Asks until there is an answer; a {@link BenchException} names what was waited for in vain. */
  public static <T> T answer(String what, Duration limit, Question<T> question)
      throws IOException, InterruptedException {
    return answer(what, limit, POLL, question);
  }

  /**
   * Asks until nothing is missing. Who does not answer is missing, too: a pool manager is started
   * again when it has died.
   *
   * @param pause between two questions: each costs the other process a little
   * @throws BenchException when something is missing still; names it
   */
  public static void nothingMissing(String what, Duration limit, Duration pause, Missing question)
      throws IOException, InterruptedException {
    List<String> missing = new ArrayList<>();
    Question<Boolean> nothing =
        () -> {
          missing.clear();
          try {
            missing.addAll(question.ask());
          } catch (IOException e) {
            missing.add(e.getMessage());
          }
          return missing.isEmpty() ? Optional.of(true) : Optional.empty();
        };
    try {
      answer(what, limit, pause, nothing);
    } catch (BenchException e) {
      throw new BenchException(e.exitCode(), e.getMessage() + ": " + String.join(", ", missing));
    }
  }

  private static <T> T answer(String what, Duration limit, Duration pause, Question<T> question)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    while (true) {
      Optional<T> answer = question.ask();
      if (answer.isPresent()) {
        return answer.get();
      }
      if (System.nanoTime() >= deadline) {
        String message = "waited " + limit.toSeconds() + " s in vain for " + what;
        throw new BenchException(ExitCodes.TIMEOUT, message);
      }
      TimeUnit.NANOSECONDS.sleep(pause.toNanos());
    }
  }
}
