/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.view;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.hpcreuse.cli.pool.PoolClient;
import org.hpcreuse.cli.terminal.Failure;
import org.hpcreuse.protocol.wire.Message;

/**
 * Shows a pool's status again and again. It goes on, and says so, while no pool manager is there,
 * and when another one has taken its place.
 */
public final class StatusWatch {
  private static final Duration ANSWER = Duration.ofSeconds(5);
  private static final String CLEAR = "\u001b[H\u001b[2J";

  private final PoolClient pool;
  private final Duration interval;
  private final PrintWriter out;
  private final boolean clears;
  private final ObjectMapper json = new ObjectMapper();
  private JsonNode before = MissingNode.getInstance();
  private String news = "";

  /**
   * A view of a pool.
   *
   * @param interval from one block to the next
   * @param out where blocks go
   * @param clears whether each takes the place of the one before, as on a terminal
   */
  public StatusWatch(PoolClient pool, Duration interval, PrintWriter out, boolean clears) {
    this.pool = pool;
    this.interval = interval;
    this.out = out;
    this.clears = clears;
  }

  /**
   * Goes on until the thread is interrupted or nobody reads any more.
   *
   * @throws Failure when there is no pool at first
   */
  public void run() throws IOException, Failure {
    pool.files();
    try {
      do {
        show(look());
        TimeUnit.NANOSECONDS.sleep(interval.toNanos());
      } while (!out.checkError());
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  private void show(String text) {
    String block = time() + ", every " + interval.toSeconds() + " s\n" + news + text;
    out.print(clears ? CLEAR + block : block + "\n");
    out.flush();
  }

  private static Instant time() {
    return Instant.now().truncatedTo(ChronoUnit.SECONDS);
  }

  private String look() {
    try {
      JsonNode now = json.readTree(pool.askText(new Message.StatusQuery(), ANSWER));
      if (!before.isMissingNode() && !StatusTrend.sameManager(now, before)) {
        news = time() + ": another pool manager is there, its counts have begun at 0\n";
      }
      String text = StatusTable.slots(now) + "\n" + new StatusTrend(now, before).render();
      before = now;
      return text;
    } catch (IOException | TimeoutException | Failure notNow) {
      return "no answer from the pool manager: " + Failure.of(notNow).getMessage() + "\n";
    }
  }

  /** What a status says in numbers, and how fast they have grown since the look before. */
  private static final class StatusTrend {
    private static final double MS_PER_SECOND = 1_000;

    private final JsonNode now;
    private final JsonNode before;
    private final Optional<Double> seconds;

    /**
     * Compares two answers.
     *
     * @param before the earlier one; a missing node when there is none. Counts of another pool
     *     manager, or of the same moment, give no rates.
     */
    StatusTrend(JsonNode now, JsonNode before) {
      this.now = now;
      this.before = before;
      long elapsedMs = uptimeMs(now) - uptimeMs(before);
      boolean comparable = sameManager(now, before) && elapsedMs > 0;
      seconds = comparable ? Optional.of(elapsedMs / MS_PER_SECOND) : Optional.empty();
    }

    private static long uptimeMs(JsonNode status) {
      return status.at("/pool/uptimeMs").asLong();
    }

    /** Whether both answers come from one process, so that the counts of one go on in the other. */
    static boolean sameManager(JsonNode now, JsonNode before) {
      return before.at("/pool/pid").asLong(-1) == now.at("/pool/pid").asLong();
    }

    /** The lines, each ended; none is longer than {@link Columns#WIDTH}. */
    String render() {
      return Stream.of(
              slots(),
              launches(),
              "declined by slots: " + counts("/launches/declined"),
              "forked because of: " + counts("/launches/forkReasons"),
              "retirements: " + counts("/retirements"),
              "callers refused: " + counts("/refused"))
          .map(line -> new Columns().row(line).toString())
          .reduce("", String::concat);
    }

    private String slots() {
      StringJoiner parts = new StringJoiner(", ", "slots: ", "");
      states().forEach((state, count) -> parts.add(state + " " + count));
      parts.add("queued " + now.at("/pool/queued").asText("-"));
      parts.add("ranks left " + now.at("/pool/ranksLeft").asText("-"));
      if (now.at("/pool/draining").asBoolean()) {
        parts.add("draining");
      }
      return parts.toString();
    }

    private Map<String, Integer> states() {
      Map<String, Integer> states = new TreeMap<>();
      now.path("slots").forEach(row -> states.merge(row.path("state").asText(), 1, Integer::sum));
      return states;
    }

    private String launches() {
      StringJoiner parts = new StringJoiner(", ", "launches: ", "");
      for (String name : List.of("reused", "forked")) {
        parts.add(name + " " + count("/launches/" + name));
      }
      return parts.toString();
    }

    private String counts(String pointer) {
      Map<String, String> counts = new TreeMap<>();
      for (Map.Entry<String, JsonNode> field : now.at(pointer).properties()) {
        String name = field.getKey();
        long grown = field.getValue().asLong() - before.at(pointer).path(name).asLong();
        counts.put(name, field.getValue().asText() + rate(grown));
      }
      StringJoiner parts = new StringJoiner(", ");
      parts.setEmptyValue("-");
      counts.forEach((name, count) -> parts.add(name + " " + count));
      return parts.toString();
    }

    private String count(String pointer) {
      long grown = now.at(pointer).asLong() - before.at(pointer).asLong();
      return now.at(pointer).asText("-") + rate(grown);
    }

    private String rate(long grown) {
      return seconds.map(s -> String.format(Locale.ROOT, " (%.1f/s)", grown / s)).orElse("");
    }
  }
}
