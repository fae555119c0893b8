/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.launch;

import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.TimeoutException;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.MessageChannel;
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
    channel.send(message, PoolClient.TIMEOUT);
  }

  MessageChannel channel() {
    return channel;
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
