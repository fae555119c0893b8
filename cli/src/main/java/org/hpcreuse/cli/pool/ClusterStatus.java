/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.pool;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.hpcreuse.cli.terminal.Failure;
import org.hpcreuse.protocol.wire.Message;

/** The status of a pool; where the cluster has a pool of clients, with that one's as a field. */
public final class ClusterStatus {
  /** The field with the status of the pool of clients. */
  public static final String CLIENTS = "clients";

  private static final ObjectMapper JSON = new ObjectMapper();

  private final PoolClient pool;
  private final Duration timeout;

  public ClusterStatus(PoolClient pool, Duration timeout) {
    this.pool = pool;
    this.timeout = timeout;
  }

  /**
   * Asks the pools. When that of the clients does not answer, its field has the reason as {@code
   * error}.
   *
   * @return JSON
   */
  public String ask() throws IOException, TimeoutException, Failure {
    String text = pool.askText(new Message.StatusQuery(), timeout);
    Optional<PoolClient> clients = pool.ofClients();
    if (clients.isEmpty()) {
      return text;
    }
    ObjectNode status = (ObjectNode) JSON.readTree(text);
    try {
      status.set(CLIENTS, JSON.readTree(clients.get().askText(new Message.StatusQuery(), timeout)));
    } catch (IOException | TimeoutException | Failure e) {
      status.putObject(CLIENTS).put("error", String.valueOf(e.getMessage()));
    }
    return JSON.writeValueAsString(status);
  }
}
