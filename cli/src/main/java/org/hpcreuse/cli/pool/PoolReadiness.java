/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.pool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.hpcreuse.cli.terminal.Failure;
import org.hpcreuse.protocol.wire.Message;

/**
 * Waits until a pool that is being started has enough of its slots free. The longer it has waited,
 * the seldomer it looks: a look costs processor time, which is what slots wait for while they
 * start.
 */
public final class PoolReadiness {
  private static final Duration SHORTEST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);
  private static final int PART_OF_WAIT = 10;
  private static final Duration ANSWER = Duration.ofSeconds(5);

  /** That every slot must be free. */
  public static final int ALL = Integer.MAX_VALUE;

  private static final String FREE = "FREE";
  private static final Set<String> BUSY = Set.of("LEASED", "RUNNING", "RELEASING", "COLLECTING");
  private static final String STARTING = "STARTING";

  private final PoolClient pool;
  private final int enough;
  private final Duration limit;
  private final ObjectMapper json = new ObjectMapper();

  /**
   * Waits for nothing yet.
   *
   * @param enough how many slots must be there while the others start, if there are as many
   */
  public PoolReadiness(PoolClient pool, int enough, Duration limit) {
    this.pool = pool;
    this.enough = enough;
    this.limit = limit;
  }

  /**
   * Looks again and again until enough are free.
   *
   * @throws TimeoutException saying what was still missing
   */
  public void await() throws TimeoutException, InterruptedException {
    long start = System.nanoTime();
    String seen;
    do {
      seen = look();
      if (seen.isEmpty()) {
        return;
      }
      TimeUnit.NANOSECONDS.sleep(pauseAfter(System.nanoTime() - start));
    } while (System.nanoTime() - start < limit.toNanos());
    String what = pool.clients ? "too few client slots free within " : "too few slots free within ";
    throw new TimeoutException(what + limit.toMillis() + " ms: " + seen);
  }

  /** How long to pause when so much has been waited already, nanoseconds both. */
  static long pauseAfter(long waited) {
    return Math.min(
        Math.max(waited / PART_OF_WAIT, SHORTEST_PAUSE.toNanos()), LONGEST_PAUSE.toNanos());
  }

  /** What is missing; empty when nothing is. */
  private String look() throws TimeoutException {
    try {
      JsonNode slots = json.readTree(pool.askText(new Message.StatusQuery(), ANSWER)).path("slots");
      return slots.isEmpty() ? "no slot yet" : missing(slots, enough);
    } catch (IOException | Failure notYet) {
      return notYet.getMessage();
    }
  }

  /** A slot that works already counts, unless all must be free. */
  static String missing(JsonNode slots, int enough) {
    int there = 0;
    boolean isOneLost = false;
    StringBuilder missing = new StringBuilder();
    for (JsonNode slot : slots) {
      String state = slot.path("state").asText();
      if (state.equals(FREE) || (enough != ALL && BUSY.contains(state))) {
        there++;
      } else {
        isOneLost |= !state.equals(STARTING);
        missing.append(missing.isEmpty() ? "" : ", ");
        missing.append("slot ").append(slot.path("slot").asText()).append(' ').append(state);
      }
    }
    return !isOneLost && there >= Math.min(enough, slots.size()) ? "" : missing.toString();
  }
}
