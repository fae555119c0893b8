/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.launch;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.hpcreuse.protocol.Bounds;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.MessageChannel;
import org.hpcreuse.protocol.wire.ProtocolException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection on which a container is launched or looked for. It knows whether the pool has been
 * asked: before that, whatever goes wrong may lead to a fork; after that, nothing may but the
 * pool's own word. Closing it never fails, because what is closed last is often a container that
 * has ended. Used by one thread.
 */
final class LaunchConnection implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(LaunchConnection.class);

  private final MessageChannel channel;
  private boolean asked;

  /** Whether the manager owes an answer. */
  private boolean pinged;

  /** {@link System#nanoTime()} of the manager's last word, or of the question that it owes. */
  private long sinceNanos = System.nanoTime();

  /** Takes over a connection that has said Hello. */
  LaunchConnection(MessageChannel channel) {
    this.channel = channel;
  }

  Message.Welcome welcome() {
    return channel.welcome();
  }

  /**
   * Asks for a slot. From now on a slot may have the container.
   *
   * @throws IllegalArgumentException when the launch is too large for a message; nobody has been
   *     asked then
   */
  void ask(Message.Launch launch) throws IOException, TimeoutException {
    boolean before = asked;
    asked = true;
    try {
      send(launch);
    } catch (IllegalArgumentException e) {
      asked = before;
      throw e;
    }
  }

  /** Whether the pool has been asked for a slot on this connection. */
  boolean isAsked() {
    return asked;
  }

  void send(Message message) throws IOException, TimeoutException {
    channel.send(message, ManagerClient.TIMEOUT);
  }

  /**
   * Waits for the manager's next word. Until it comes, the manager has to show from time to time
   * that its loop turns.
   *
   * @param slice how long this wait is
   * @param ask how often the manager is asked
   * @throws TimeoutException when nothing has come within the slice
   * @throws Silence when the manager does not answer any more
   */
  Message receive(Duration slice, Duration ask) throws IOException, TimeoutException {
    Message message;
    try {
      message = channel.receive(slice);
    } catch (TimeoutException e) {
      ask(ask);
      throw e;
    }
    pinged = false;
    sinceNanos = System.nanoTime();
    if (message instanceof Message.Pong) {
      throw new TimeoutException("the pool manager is there and has nothing to say");
    }
    return message;
  }

  private void ask(Duration interval) throws IOException, TimeoutException {
    Duration waited = Duration.ofNanos(System.nanoTime() - sinceNanos);
    if (pinged && waited.compareTo(Bounds.SILENT) >= 0) {
      throw new Silence(
          String.format(
              "the pool manager has not answered for %d ms, limit %d ms",
              waited.toMillis(), Bounds.SILENT.toMillis()));
    }
    if (!pinged && waited.compareTo(interval) >= 0) {
      send(new Message.Ping());
      pinged = true;
      sinceNanos = System.nanoTime();
    }
  }

  /** The pool manager does not answer: its loop does not turn, or turns too slowly. */
  static final class Silence extends IOException {
    private static final long serialVersionUID = 1L;

    Silence(String message) {
      super(message);
    }
  }

  /**
   * Takes the launch back: ends this side of the connection, and takes what has come before. A
   * manager looks at the connection after it has told of a slot and before it tells the slot. So
   * either it sees the end, or its word is here.
   *
   * @return what the manager has said; empty when no slot has the container and none will get it
   * @throws IOException when what has come is not understood
   */
  Optional<Message> takeBack() throws IOException {
    try {
      channel.endSending();
    } catch (IOException e) {
      LOG.debug("the pool manager has closed the connection already", e);
    }
    try {
      while (true) {
        Message message = channel.receive(Duration.ZERO);
        if (!(message instanceof Message.Pong)) {
          return Optional.of(message);
        }
      }
    } catch (ProtocolException e) {
      throw e;
    } catch (IOException | TimeoutException e) {
      LOG.debug("nothing more has come", e);
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      LOG.warn("a connection to the pool manager is not closed well", e);
    }
  }
}
