/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.master;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.apache.hadoop.yarn.api.records.Container;
import org.hpcreuse.gang.wire.GangConnection;
import org.hpcreuse.gang.wire.GangMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A rank of the gang, as the master knows it. Used by the master's thread alone. */
final class Rank {
  private static final Logger LOG = LoggerFactory.getLogger(Rank.class);

  private final int number;
  private final Container container;
  private GangConnection connection;
  private GangMessage.Here here;
  private boolean joined;
  private boolean done;
  private boolean closed;
  private Optional<Integer> status = Optional.empty();
  private long endedAtNanos;

  Rank(int number, Container container) {
    this.number = number;
    this.container = container;
  }

  Container container() {
    return container;
  }

  /** Its container has reached a slot. */
  void arrived(GangConnection from, GangMessage.Here message) {
    connection = from;
    here = message;
  }

  Optional<GangMessage.Here> here() {
    return Optional.ofNullable(here);
  }

  boolean isOn(GangConnection other) {
    return connection == other;
  }

  void joined() {
    joined = true;
  }

  boolean hasJoined() {
    return joined;
  }

  /** It needs no other rank any more. */
  void done() {
    done = true;
  }

  boolean isDone() {
    return done;
  }

  void connectionClosed() {
    closed = true;
  }

  /** Whether nothing more will be heard of it. */
  boolean isSilent() {
    return connection == null || closed;
  }

  /** YARN says that its container is over. */
  void ended(int exitStatus) {
    status = Optional.of(exitStatus);
    endedAtNanos = System.nanoTime();
  }

  /** Whether its connection is still open so long after its end, as that of a lost node is. */
  boolean isOverdue(Duration bound) {
    return status.isPresent() && !isSilent() && System.nanoTime() - endedAtNanos >= bound.toNanos();
  }

  Optional<Integer> status() {
    return status;
  }

  /** Sends something, unless the rank is gone. */
  void tell(GangMessage message) {
    if (connection != null && !closed) {
      send(connection, message);
    }
  }

  /** Sends something to a rank that may be gone: YARN tells what has become of it. */
  static void send(GangConnection to, GangMessage message) {
    try {
      to.send(message);
    } catch (IOException e) {
      LOG.info("{} does not hear {}: {}", to.peer(), message.getClass().getSimpleName(), e);
    }
  }

  @Override
  public String toString() {
    String where = container.getNodeId().getHost();
    String slot = here == null ? "" : ", pid " + here.pid();
    return "rank " + number + " (" + container.getId() + " on " + where + slot + ")";
  }
}
