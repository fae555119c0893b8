/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.hpcreuse.protocol.Message;

/** Waits until a pool that is being started has all of its slots free. */
final class PoolReadiness {
  private static final Duration POLL = Duration.ofMillis(50);
  private static final Duration ANSWER = Duration.ofSeconds(5);

  private final PoolClient pool;
  private final Duration limit;

  PoolReadiness(PoolClient pool, Duration limit) {
    this.pool = pool;
    this.limit = limit;
  }

  /**
   * Looks again and again until all are free.
   *
   * @throws TimeoutException saying what was still missing
   */
  void await() throws TimeoutException, InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    String seen;
    do {
      seen = look();
      if (seen.isEmpty()) {
        return;
      }
      TimeUnit.NANOSECONDS.sleep(POLL.toNanos());
    } while (System.nanoTime() < deadline);
    throw new TimeoutException("slots not all free within " + limit.toMillis() + " ms: " + seen);
  }

  /** What is missing; empty when nothing is. */
  private String look() throws TimeoutException {
    try {
      JsonNode slots =
          new ObjectMapper()
              .readTree(pool.askText(new Message.StatusQuery(), ANSWER))
              .path("slots");
      return slots.isEmpty() ? "no slot yet" : missing(slots);
    } catch (IOException | Failure notYet) {
      return notYet.getMessage();
    }
  }

  static String missing(JsonNode slots) {
    StringBuilder missing = new StringBuilder();
    for (JsonNode slot : slots) {
      String state = slot.path("state").asText();
      if (!state.equals("FREE")) {
        missing.append(missing.isEmpty() ? "" : ", ");
        missing.append("slot ").append(slot.path("slot").asText()).append(' ').append(state);
      }
    }
    return missing.toString();
  }
}
