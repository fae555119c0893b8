/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.server;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.hpcreuse.pool.manager.state.Caller;
import org.hpcreuse.pool.manager.state.CallerStatistics;
import org.hpcreuse.pool.manager.state.Clock;
import org.hpcreuse.pool.manager.state.Refusal;
import org.hpcreuse.protocol.wire.FrameBuffer;
import org.hpcreuse.protocol.wire.Frames;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.Peer;

/**
 * The open connections. Their messages, and the launches that wait in the queue, take a bounded
 * part of the heap: a message that does not fit any more is skipped, not kept.
 */
final class Connections {
  /** How long a caller may take to say Hello, milliseconds. */
  static final long HELLO_MS = 5_000;

  /** More are closed at once, so that a runaway caller cannot use up the file descriptors. */
  private static final int MAX_CONNECTIONS = 4_096;

  /** Of the process's descriptors, for its files, its children and its own connections. */
  private static final int OTHER_DESCRIPTORS = 100;

  /** Without them there is no pool. */
  private static final int LEAST_CONNECTIONS = 16;

  /** Of the heap, for launches to come in. More than that, others need. */
  private static final long LAUNCH_BYTES = Runtime.getRuntime().maxMemory() / 3;

  /** Of the heap, for messages of all kinds. To read or make one takes as much again. */
  private static final long MESSAGE_BYTES = Runtime.getRuntime().maxMemory() / 2;

  private static final String DESCRIPTOR_LIMIT = "Max open files";
  private static final Logger LOG = Logger.getLogger(Connections.class.getName());

  private final Selector selector;
  private final Clock time;
  private final CallerStatistics callers;
  private final Map<Long, Connection> open = new HashMap<>();
  private final Map<Long, Connection> strangers = new HashMap<>();
  private final Set<Connection> readAhead = new LinkedHashSet<>();

  /** Those that cannot be sent to, with the reason. */
  private final Map<Connection, String> broken = new LinkedHashMap<>();

  private final LongSupplier queuedBytes;
  private final int maxConnections = maxConnections();
  private long lastId;

  /**
   * Nobody is connected yet.
   *
   * @param queuedBytes memory that waiting launches take
   */
  Connections(Selector selector, Clock time, CallerStatistics callers, LongSupplier queuedBytes) {
    this.queuedBytes = queuedBytes;
    this.selector = selector;
    this.time = time;
    this.callers = callers;
  }

  /** Takes a new connection of our own user; all others are closed. */
  void admit(SocketChannel channel) {
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
    } catch (IOException e) {
      LOG.log(Level.WARNING, "a connection is gone", e);
      close(channel);
    } catch (RuntimeException | Error e) {
      close(channel);
      throw e;
    }
  }

  private static void close(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      LOG.log(Level.WARNING, "a connection cannot be closed", e);
    }
  }

  private boolean isWelcome(SocketChannel channel) {
    if (open.size() >= maxConnections) {
      callers.refused(
          "a new connection", Refusal.TOO_MANY, "more than " + maxConnections + " are open");
      say(channel, Refusal.TOO_MANY);
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

  /** Tells a caller whose connection is about to be closed why, if it is one of ours. */
  void say(SocketChannel channel, Refusal refusal) {
    try {
      Peer.requireOwnUser(channel);
      channel.configureBlocking(false);
      channel.write(Frames.encode(new Message.Refused(refusal.key())));
    } catch (IOException e) {
      LOG.log(Level.FINE, "a caller does not hear why it is refused", e);
    }
  }

  private static int maxConnections() {
    try (Stream<String> limits = Files.lines(Path.of("/proc/self/limits"))) {
      // Limit, soft limit, hard limit, unit; in columns.
      return limits
          .filter(line -> line.startsWith(DESCRIPTOR_LIMIT))
          .map(line -> line.substring(DESCRIPTOR_LIMIT.length()).strip().split(" ", 2)[0])
          .filter(limit -> limit.chars().allMatch(Character::isDigit))
          .mapToInt(
              limit ->
                  (int)
                      Math.min(
                          MAX_CONNECTIONS,
                          Math.max(LEAST_CONNECTIONS, Long.parseLong(limit) - OTHER_DESCRIPTORS)))
          .findFirst()
          .orElse(MAX_CONNECTIONS); // no limit
    } catch (IOException e) {
      LOG.log(Level.WARNING, "the limit of descriptors is not known", e);
      return MAX_CONNECTIONS;
    }
  }

  void letIn(Connection connection, Caller caller) {
    connection.letIn(caller, (type, bytes) -> heldBytes() + bytes <= limit(type));
    strangers.remove(connection.id());
  }

  private long heldBytes() {
    long held = queuedBytes.getAsLong();
    for (Connection connection : open.values()) {
      held += connection.heldBytes();
    }
    return held;
  }

  private static long limit(Class<? extends Message> type) {
    return type == Message.Launch.class ? LAUNCH_BYTES : MESSAGE_BYTES;
  }

  /** Why a message was skipped, with the numbers. */
  String whyNoRoom(FrameBuffer.Skipped message) {
    return String.format(
        "its %s has %d bytes; messages hold %d bytes, limit %d",
        message.type().getSimpleName().toLowerCase(Locale.ROOT),
        message.bytes(),
        heldBytes(),
        limit(message.type()));
  }

  /**
   * Sends a message.
   *
   * @throws IOException when the peer has gone, leaves too much unread, or anything while messages
   *     take too much memory
   */
  void send(Connection connection, Message message) throws IOException {
    connection.send(message);
    if (connection.hasUnsent() && heldBytes() > MESSAGE_BYTES) {
      throw new IOException(
          String.format(
              "leaves %d bytes unread; messages hold %d bytes, limit %d",
              connection.unsentBytes(), heldBytes(), MESSAGE_BYTES));
    }
  }

  Optional<Connection> find(long id) {
    return Optional.ofNullable(open.get(id));
  }

  /** Whether a connection is open and its peer has not ended its side. */
  boolean isThere(Connection connection) {
    if (!open.containsKey(connection.id()) || connection.isMute()) {
      return false;
    }
    OptionalLong read = connection.readAhead();
    if (read.orElse(0) > 0) {
      readAhead.add(connection);
    }
    return read.isPresent();
  }

  /** A peer that takes nothing more is closed when what it has said has been dealt with. */
  void breakOff(Connection connection, String reason) {
    connection.mute();
    broken.putIfAbsent(connection, reason);
  }

  /** The open connections that are broken off, with the reason. */
  Map<Connection, String> takeBroken() {
    Map<Connection, String> taken = new LinkedHashMap<>(broken);
    broken.clear();
    taken.keySet().removeIf(connection -> !open.containsKey(connection.id()));
    return taken;
  }

  /** Whether there is something to do that no socket tells of. */
  boolean hasWork() {
    return !readAhead.isEmpty() || !broken.isEmpty();
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
