/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.master.core;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.apache.hadoop.yarn.api.records.Container;
import org.hpcreuse.gang.GangMessage;
import org.hpcreuse.gang.GangPeer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A rank of the gang, as the master knows it. Used by the master's thread alone. */
final class Rank {
  private static final Logger LOG = LoggerFactory.getLogger(Rank.class);

  private final int number;
  private final Container container;
  private final LongSupplier clock;
  private GangPeer peer;
  private GangMessage.Here here;
  private boolean joined;
  private boolean done;
  private boolean closed;
  private Optional<Integer> status = Optional.empty();
  private long endedAtNanos;

  /**
   * One whose container has not reached its slot.
   *
   * @param clock the time, as System.nanoTime
   */
  Rank(int number, Container container, LongSupplier clock) {
    this.number = number;
    this.container = container;
    this.clock = clock;
  }

  Container container() {
    return container;
  }

  /** Its container has reached a slot. */
  void arrived(GangPeer from, GangMessage.Here message) {
    peer = from;
    here = message;
  }

  Optional<GangMessage.Here> here() {
    return Optional.ofNullable(here);
  }

  boolean isOn(GangPeer other) {
    return peer == other;
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
    return peer == null || closed;
  }

  /** YARN says that its container is over. */
  void ended(int exitStatus) {
    status = Optional.of(exitStatus);
    endedAtNanos = clock.getAsLong();
  }

  /** Whether its connection is still open so long after its end, as that of a lost node is. */
  boolean isOverdue(Duration bound) {
    return status.isPresent() && !isSilent() && clock.getAsLong() - endedAtNanos >= bound.toNanos();
  }

  Optional<Integer> status() {
    return status;
  }

  /** Sends something, unless the rank is gone. */
  void tell(GangMessage message) {
    if (peer != null && !closed) {
      send(peer, message);
    }
  }

  /** Sends something to a rank that may be gone: YARN tells what has become of it. */
  static void send(GangPeer to, GangMessage message) {
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
