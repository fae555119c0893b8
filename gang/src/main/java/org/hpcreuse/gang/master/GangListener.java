/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.master;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.function.Consumer;
import org.hpcreuse.gang.GangConnection;
import org.hpcreuse.gang.GangMessage;
import org.hpcreuse.gang.master.core.Event;
import org.hpcreuse.protocol.wire.Strangers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes connections of those that know the secret, and turns what they say into events.
 *
 * <p>A caller is a stranger until it has proved that it knows the secret, which takes a rank some
 * milliseconds. Each stranger has a thread, so that only {@link #MOST_STRANGERS} are let in at a
 * time; the kernel keeps the others waiting. {@link Strangers} says who loses its place then. A
 * rank or client that does comes again ({@link GangConnection#to}).
 *
 * <p>The thread that takes connections outlives each failure, such as the lack of a descriptor or
 * of a thread. A caller waits meanwhile: a rank that is sent away would be lost.
 */
final class GangListener implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(GangListener.class);
  private static final Duration HANDSHAKE_BOUND = Duration.ofSeconds(10);
  private static final int MOST_STRANGERS = 256;
  private static final long PAUSE_MS = 1_000;

  /** Of the same failure, one line in so many. */
  private static final int FAILURES_PER_LINE = 30;

  /** All ranks of a gang may come at once. */
  private static final int BACKLOG = 1_000;

  private final ServerSocket server;
  private final byte[] secret;
  private final Consumer<Event> events;

  /** Guarded by itself. */
  private final Strangers<Socket> strangers = new Strangers<>(MOST_STRANGERS, System::nanoTime);

  /** Used by the thread that takes connections. */
  private long failures;

  /**
   * Opens a port of the system's choice.
   *
   * @param host of this node, as the other nodes know it
   */
  GangListener(String host, byte[] secret, Consumer<Event> events) throws IOException {
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
    try {
      while (!server.isClosed()) {
        awaitPlace();
        try {
          serveInThread(server.accept());
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
          pause(e);
        }
      }
    } catch (InterruptedException e) {
      LOG.error("no more connections are taken: interrupted");
    }
  }

  private void awaitPlace() throws InterruptedException {
    synchronized (strangers) {
      while (strangers.isFull()) {
        long leftMs = strangers.leftMs();
        if (leftMs > 0) {
          strangers.wait(leftMs);
        } else {
          strangers.pushOut().ifPresent(GangListener::close); // its thread says so
        }
      }
    }
  }

  /** Keeps the caller until there is a thread for it. */
  private void serveInThread(Socket socket) throws InterruptedException {
    synchronized (strangers) {
      strangers.came(socket, socket.getInetAddress());
    }
    while (true) {
      try {
        start("gang-connection " + socket.getRemoteSocketAddress(), () -> serve(socket));
        return;
      } catch (OutOfMemoryError e) { // of memory or of threads
        pause(e);
        if (server.isClosed()) {
          close(socket);
          return;
        }
      }
    }
  }

  private void pause(Throwable failure) throws InterruptedException {
    if (server.isClosed()) {
      return;
    }
    if (failures % FAILURES_PER_LINE == 0) {
      LOG.warn(
          "a connection cannot be taken, next attempt in {} ms ({} failures before): {}",
          PAUSE_MS,
          failures,
          failure.toString());
    }
    failures++;
    synchronized (strangers) {
      strangers.wait(PAUSE_MS);
    }
  }

  private void serve(Socket socket) {
    GangConnection connection;
    try {
      connection = GangConnection.accepted(socket, secret, HANDSHAKE_BOUND);
    } catch (IOException e) {
      LOG.warn("{} is sent away: {}", socket.getRemoteSocketAddress(), e.getMessage());
      return;
    } finally {
      synchronized (strangers) {
        strangers.left(socket);
        strangers.notifyAll();
      }
    }
    try (connection) {
      while (true) {
        GangMessage message = connection.receive(Duration.ZERO);
        events.accept(new Event.Said(connection, message));
        if (message instanceof GangMessage.Here) {
          connection.noticeLostNode();
        }
      }
    } catch (IOException | OutOfMemoryError e) {
      events.accept(new Event.Closed(connection));
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      LOG.warn("{} cannot be closed", socket, e);
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    synchronized (strangers) {
      strangers.notifyAll();
    }
  }
}
