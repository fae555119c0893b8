/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.server;

import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.hpcreuse.pool.manager.state.CallerStatistics;
import org.hpcreuse.pool.manager.state.Clock;
import org.hpcreuse.pool.manager.state.Refusal;

/**
 * Takes callers at the pool's socket. A process without a free descriptor cannot take a caller, nor
 * send it away: it would wait in the socket's queue, and the selector would call the socket ready
 * at each turn of the loop. So one descriptor is kept in reserve, to take the next caller and close
 * its connection. Where even that fails, the socket is looked at again after {@link #PAUSE_MS}.
 */
final class Acceptor implements Closeable {
  private static final long PAUSE_MS = 1_000;
  private static final Logger LOG = Logger.getLogger(Acceptor.class.getName());

  private final ServerSocketChannel server;
  private final SelectionKey key;
  private final Connections connections;
  private final CallerStatistics callers;
  private final Clock time;

  /** Null while there is none. */
  private FileInputStream reserve;

  private long resumeMs;

  /**
   * Listens.
   *
   * @throws IOException when it cannot
   */
  Acceptor(
      Path socket, Selector selector, Connections connections, CallerStatistics callers, Clock time)
      throws IOException {
    this.connections = connections;
    this.callers = callers;
    this.time = time;
    server = SocketFile.listen(socket);
    key = server.register(selector, SelectionKey.OP_ACCEPT);
    reserve();
  }

  void accept() {
    SocketChannel channel;
    try {
      channel = server.accept();
    } catch (IOException e) {
      refuse(e);
      return;
    }
    if (channel != null) {
      connections.admit(channel);
    }
  }

  private void refuse(IOException cause) {
    callers.refused("a new connection", Refusal.NO_DESCRIPTORS, cause.getMessage());
    boolean closed = false;
    release();
    try (SocketChannel channel = server.accept()) {
      if (channel != null) {
        connections.say(channel, Refusal.NO_DESCRIPTORS);
      }
      closed = true;
    } catch (IOException e) {
      LOG.log(Level.FINE, "the caller waits", e);
    }
    reserve();
    if (!closed || reserve == null) {
      key.interestOps(0);
      resumeMs = time.nowMs() + PAUSE_MS;
    }
  }

  private void reserve() {
    try {
      reserve = new FileInputStream("/dev/null");
    } catch (IOException e) {
      LOG.log(Level.FINE, "no descriptor in reserve", e);
    }
  }

  private void release() {
    if (reserve == null) {
      return;
    }
    try {
      reserve.close();
    } catch (IOException e) {
      LOG.log(Level.FINE, "the descriptor in reserve", e);
    }
    reserve = null;
  }

  /** When {@link #resumeIfDue} has something to do, on the monotonic clock. */
  long nextDueMs() {
    return key.interestOps() == 0 ? resumeMs : Long.MAX_VALUE;
  }

  /** Goes on after a pause. */
  void resumeIfDue() {
    if (nextDueMs() <= time.nowMs()) {
      if (reserve == null) {
        reserve();
      }
      key.interestOps(SelectionKey.OP_ACCEPT);
    }
  }

  @Override
  public void close() throws IOException {
    release();
    server.close();
  }
}
