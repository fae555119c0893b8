/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.master;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.function.Consumer;
import org.hpcreuse.gang.master.core.Event;
import org.hpcreuse.gang.wire.GangConnection;
import org.hpcreuse.gang.wire.GangMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes connections of those that know the secret, and turns what they say into events. */
final class Listener implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(Listener.class);
  private static final Duration HANDSHAKE_BOUND = Duration.ofSeconds(10);

  /** All ranks of a gang may come at once. */
  private static final int BACKLOG = 1_000;

  private final ServerSocket server;
  private final byte[] secret;
  private final Consumer<Event> events;

  /**
   * Opens a port of the system's choice.
   *
   * @param host of this node, as the other nodes know it
   */
  Listener(String host, byte[] secret, Consumer<Event> events) throws IOException {
    this.secret = secret.clone();
    this.events = events;
    server = new ServerSocket(0, BACKLOG, InetAddress.getByName(host));
    start("gang-accept", this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  private static void start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        start("gang-connection " + socket.getRemoteSocketAddress(), () -> serve(socket));
      } catch (IOException e) {
        if (!server.isClosed()) {
          LOG.warn("a connection is not taken", e);
        }
      }
    }
  }

  private void serve(Socket socket) {
    GangConnection connection;
    try {
      connection = GangConnection.accepted(socket, secret, HANDSHAKE_BOUND);
    } catch (IOException e) {
      LOG.warn("{} is sent away: {}", socket.getRemoteSocketAddress(), e.getMessage());
      return;
    }
    try (connection) {
      while (true) {
        GangMessage message = connection.receive(Duration.ZERO);
        events.accept(new Event.Said(connection, message));
        if (message instanceof GangMessage.Here) {
          connection.noticeLostNode();
        }
      }
    } catch (IOException e) {
      events.accept(new Event.Closed(connection));
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
