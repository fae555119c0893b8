/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.pool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.hpcreuse.cli.terminal.Failure;
import org.hpcreuse.protocol.wire.Message;

/**
 * Lets every free slot compare itself with its baseline.
 *
 * @param pool the pool that is asked
 * @param waitMs how long to wait for slots that are busy, ms
 */
public record SlotAudits(PoolClient pool, long waitMs) {
  /** How long one slot may take. */
  private static final Duration AUDIT = Duration.ofSeconds(60);

  /**
   * Asks.
   *
   * @param heapDumpDir directory for heap dumps of slots whose container loaders live; empty = none
   * @return {@code {"slots":[…]}}, by number
   */
  public ObjectNode ask(String heapDumpDir) throws IOException, TimeoutException, Failure {
    ObjectMapper mapper = new ObjectMapper();
    List<String> answers =
        pool.askTexts(
            new Message.AuditQuery(waitMs, heapDumpDir), AUDIT.plus(Duration.ofMillis(waitMs)));
    ObjectNode audit = mapper.createObjectNode();
    ArrayNode slots = audit.putArray("slots");
    List<JsonNode> parts = new ArrayList<>();
    for (String answer : answers) {
      parts.add(mapper.readTree(answer));
    }
    parts.stream()
        .sorted(Comparator.comparingInt((JsonNode slot) -> slot.path("slot").asInt()))
        .forEach(slots::add);
    return audit;
  }
}
