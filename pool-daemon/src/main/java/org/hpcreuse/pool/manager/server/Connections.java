/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.server;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.hpcreuse.pool.manager.caller.Caller;
import org.hpcreuse.pool.manager.caller.CallerStatistics;
import org.hpcreuse.pool.manager.caller.Refusal;
import org.hpcreuse.pool.manager.time.Clock;
import org.hpcreuse.protocol.wire.Peer;

/** The open connections. */
final class Connections {
  /** How long a caller may take to say Hello, milliseconds. */
  static final long HELLO_MS = 5_000;

  /** More are closed at once, so that a runaway caller cannot use up the file descriptors. */
  static final int MAX_CONNECTIONS = 4_096;

  private static final Logger LOG = Logger.getLogger(Connections.class.getName());

  private final Selector selector;
  private final Clock time;
  private final CallerStatistics callers;
  private final Map<Long, Connection> open = new HashMap<>();
  private final Map<Long, Connection> strangers = new HashMap<>();
  private final Set<Connection> readAhead = new LinkedHashSet<>();
  private long lastId;

  Connections(Selector selector, Clock time, CallerStatistics callers) {
    this.selector = selector;
    this.time = time;
    this.callers = callers;
  }

  /** Takes a new connection of our own user; all others are closed. */
  void accept(ServerSocketChannel server) {
    try {
      SocketChannel channel = server.accept();
      if (channel != null) {
        admit(channel);
      }
    } catch (IOException e) {
      LOG.log(Level.WARNING, "a connection could not be accepted", e);
    }
  }

  private void admit(SocketChannel channel) throws IOException {
    try {
      if (isWelcome(channel)) {
        channel.configureBlocking(false);
        SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
        Connection connection = new Connection(++lastId, channel, key, time.nowMs() + HELLO_MS);
        key.attach(connection);
        open.put(connection.id(), connection);
        strangers.put(connection.id(), connection);
      } else {
        channel.close();
      }
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private boolean isWelcome(SocketChannel channel) {
    if (open.size() >= MAX_CONNECTIONS) {
      callers.refused(
          "a new connection", Refusal.TOO_MANY, "more than " + MAX_CONNECTIONS + " are open");
      return false;
    }
    try {
      Peer.requireOwnUser(channel);
      return true;
    } catch (IOException e) {
      callers.refused("a new connection", Refusal.WRONG_USER, e.getMessage());
      return false;
    }
  }

  void letIn(Connection connection, Caller caller) {
    connection.letIn(caller);
    strangers.remove(connection.id());
  }

  Optional<Connection> find(long id) {
    return Optional.ofNullable(open.get(id));
  }

  /** Whether a connection is open and its peer has not ended its side. */
  boolean isThere(Connection connection) {
    if (!open.containsKey(connection.id())) {
      return false;
    }
    OptionalLong read = connection.readAhead();
    if (read.orElse(0) > 0) {
      readAhead.add(connection);
    }
    return read.isPresent();
  }

  /** Whether messages have been read that nobody has dealt with. */
  boolean hasReadAhead() {
    return !readAhead.isEmpty();
  }

  /** The open connections of which messages have been read that nobody has dealt with. */
  List<Connection> takeReadAhead() {
    List<Connection> taken = new ArrayList<>(readAhead);
    readAhead.clear();
    taken.removeIf(connection -> !open.containsKey(connection.id()));
    return taken;
  }

  List<Connection> all() {
    return new ArrayList<>(open.values());
  }

  /**
   * Closes a connection.
   *
   * @return whether it was open
   */
  boolean close(Connection connection, String reason) {
    if (open.remove(connection.id()) == null) {
      return false;
    }
    strangers.remove(connection.id());
    LOG.fine(() -> connection + " closed: " + reason);
    try {
      connection.close();
    } catch (IOException e) {
      LOG.log(Level.WARNING, e, () -> connection + " cannot be closed");
    }
    return true;
  }

  /** When the next silent caller is due to be closed, on the monotonic clock. */
  long nextDueMs() {
    return strangers.values().stream()
        .mapToLong(Connection::helloDeadlineMs)
        .min()
        .orElse(Long.MAX_VALUE);
  }

  void closeSilent() {
    long now = time.nowMs();
    for (Connection stranger : new ArrayList<>(strangers.values())) {
      if (stranger.helloDeadlineMs() <= now) {
        String why = "has not said Hello within " + HELLO_MS + " ms";
        callers.refused(stranger, Refusal.SILENT, why);
        close(stranger, why);
      }
    }
  }
}
