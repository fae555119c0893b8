/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.launch;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.hpcreuse.protocol.ContainerSignal;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.MessageChannel;

/** Reaches the pool manager of this node. Thread-safe: each call makes a connection of its own. */
public final class PoolClient {
  static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final Path poolDir;

  public PoolClient(Path poolDir) {
    this.poolDir = poolDir;
  }

  /** The pool's files; read each time, since a pool may be set up anew while this node runs. */
  public PoolFiles files() throws IOException {
    return PoolFiles.open(poolDir);
  }

  Path poolDir() {
    return poolDir;
  }

  /**
   * A connection and what the manager said of itself.
   *
   * @param channel the connection
   * @param welcome its welcome
   */
  record Connection(MessageChannel channel, Message.Welcome welcome) {}

  /** Connects and says hello. */
  Connection connect() throws IOException, TimeoutException {
    return connect(TIMEOUT);
  }

  /** Connects and says hello; the manager must answer within that time. */
  Connection connect(Duration timeout) throws IOException, TimeoutException {
    PoolFiles files = files();
    MessageChannel channel = MessageChannel.connect(socketIn(files), timeout);
    try {
      long pid = ProcessHandle.current().pid();
      channel.send(new Message.Hello(Message.Role.EXECUTOR, pid, files.readSecret()), timeout);
      Message answer = channel.receive(timeout);
      if (answer instanceof Message.Welcome welcome) {
        return new Connection(channel, welcome);
      }
      throw new IOException("pool manager answered Hello with " + answer);
    } catch (IOException | TimeoutException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static Path socketIn(PoolFiles files) throws IOException {
    try {
      return files.socket();
    } catch (IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /**
   * Signals a container.
   *
   * @return whether it was there to be signalled
   * @throws IOException when the pool manager cannot be asked
   */
  public boolean signal(String containerId, ContainerSignal signal) throws IOException {
    try (MessageChannel channel = connect().channel()) {
      channel.send(new Message.Signal(containerId, signal), TIMEOUT);
      return channel.receive(TIMEOUT) instanceof Message.Done;
    } catch (TimeoutException e) {
      throw new IOException(signal + " to " + containerId + ": " + e.getMessage(), e);
    }
  }
}
