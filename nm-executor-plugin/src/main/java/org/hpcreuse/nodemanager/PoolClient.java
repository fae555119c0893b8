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

  /** A pool that does not even say hello keeps nobody from forking. */
  private static final Duration FORK_HELLO_TIMEOUT = Duration.ofSeconds(1);

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
   * Tells the manager that a container is forked beside the slots, and waits until there is memory
   * for it: free slots may have to leave first. YARN has promised it to the container, so that it
   * is forked in any case: without a pool at once, and after {@link #TIMEOUT} with a warning.
   *
   * @param container what is forked
   * @return what to give back when the container is over
   */
  ForkRoom makeRoom(Message.Fork container) {
    MessageChannel channel;
    try {
      channel = connect(FORK_HELLO_TIMEOUT).channel();
    } catch (IOException | TimeoutException e) {
      LOG.debug("{}: the pool is not told of the fork", container.containerId(), e);
      return () -> {};
    }
    try {
      channel.send(container, TIMEOUT);
      channel.receive(TIMEOUT);
    } catch (TimeoutException e) {
      LOG.warn(
          "{} is forked though the slots leave no {} MiB for it after {} s",
          container.containerId(),
          container.memoryMb(),
          TIMEOUT.toSeconds());
    } catch (IOException e) {
      LOG.debug("{}: the pool does not answer", container.containerId(), e);
    }
    return () -> {
      try {
        channel.close();
      } catch (IOException e) {
        LOG.debug("{}: the pool is not told of its end", container.containerId(), e);
      }
    };
  }

  /** Memory that the pool leaves to a forked container. */
  @FunctionalInterface
  interface ForkRoom {
    /** The container is over. */
    void giveBack();
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
