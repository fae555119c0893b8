/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.view;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What a status says in numbers, and how fast they have grown since the look before. */
final class StatusTrend {
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
