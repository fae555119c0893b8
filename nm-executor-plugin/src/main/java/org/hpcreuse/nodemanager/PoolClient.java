/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.hpcreuse.protocol.Message;
import org.hpcreuse.protocol.MessageChannel;
import org.hpcreuse.protocol.PoolFiles;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reaches the pool manager of this node. Thread-safe: each call makes a connection of its own. */
final class PoolClient {
  private static final Logger LOG = LoggerFactory.getLogger(PoolClient.class);
  static final Duration TIMEOUT = Duration.ofSeconds(10);

  /** The launch that reports has YARN waiting for its end. */
  private static final Duration FORK_REPORT_TIMEOUT = Duration.ofSeconds(1);

  private final Path poolDir;

  PoolClient(Path poolDir) {
    this.poolDir = poolDir;
  }

  /** The pool's files; read each time, since a pool may be set up anew while this node runs. */
  PoolFiles files() throws IOException {
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

  private Connection connect(Duration timeout) throws IOException, TimeoutException {
    PoolFiles files = files();
    MessageChannel channel = MessageChannel.connect(files.socket());
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

  /**
   * Tells the manager, for its counters, that a container has been forked. A pool that is not there
   * misses nothing, and one that does not answer soon is not waited for.
   */
  void reportForked(String containerId, String reason) {
    try (MessageChannel channel = connect(FORK_REPORT_TIMEOUT).channel()) {
      channel.send(new Message.Forked(containerId, reason), FORK_REPORT_TIMEOUT);
    } catch (IOException | TimeoutException e) {
      LOG.debug("{}: the pool is not told of the fork", containerId, e);
    }
  }

  /**
   * Signals a container.
   *
   * @return whether it was there to be signalled
   * @throws IOException when the pool manager cannot be asked
   */
  boolean signal(String containerId, int signal) throws IOException {
    try (MessageChannel channel = connect().channel()) {
      channel.send(new Message.Signal(containerId, signal), TIMEOUT);
      return channel.receive(TIMEOUT) instanceof Message.Done;
    } catch (TimeoutException e) {
      throw new IOException("signal " + signal + " to " + containerId + ": " + e.getMessage(), e);
    }
  }
}
