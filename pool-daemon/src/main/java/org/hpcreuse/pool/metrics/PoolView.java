/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.metrics;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.MessageChannel;

/**
 * Asks a pool manager for its status over its socket, from within the same process as from outside:
 * so nothing that shows figures can disturb the one thread that makes them. Thread-safe.
 */
final class PoolView {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final PoolFiles files;

  PoolView(PoolFiles files) {
    this.files = files;
  }

  /**
   * The status, as {@code hpc-reuse status --json} shows it.
   *
   * @throws IOException when the manager does not answer
   */
  JsonNode status() throws IOException {
    try (MessageChannel channel = MessageChannel.connect(files, Message.Role.ADMIN, TIMEOUT)) {
      channel.send(new Message.StatusQuery(), TIMEOUT);
      Message answer = channel.receive(TIMEOUT);
      if (answer instanceof Message.Text text) {
        return parse(text.text());
      }
      throw new IOException("the pool manager answered StatusQuery with " + answer);
    } catch (TimeoutException e) {
      throw new IOException("the pool manager does not answer: " + e.getMessage(), e);
    }
  }

  /** How many slots and spares of a status are in which state. */
  static Map<String, Integer> states(JsonNode status) {
    Map<String, Integer> states = new TreeMap<>();
    for (String part : List.of("slots", "spares")) {
      status.get(part).forEach(slot -> states.merge(slot.get("state").asText(), 1, Integer::sum));
    }
    return states;
  }

  private static JsonNode parse(String json) throws IOException {
    try {
      return MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IOException("the pool manager's status is no JSON", e);
    }
  }
}
