/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.spawn.rank;

import java.io.EOFException;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.hpcreuse.protocol.wire.Peer;

/**
 * Serves one launch at a time. The rank connects to the NodeManager's socket when it is free. The
 * NodeManager sends a request and closes the connection when the container is over. What the rank
 * writes before that is why it could not start the process.
 */
final class LaunchService {
  /** Starts processes. Thread-safe: a call may hang for ever while others are made. */
  @FunctionalInterface
  interface Spawner {
    /**
     * Starts a process; returns when it has started MPI.
     *
     * @return why it could not be started; empty when it was
     */
    Optional<String> spawn(LaunchRequest request);
  }

  private static final Duration CONNECT_PAUSE = Duration.ofMillis(100);

  private final Path socket;
  private final Spawner spawner;
  private final Duration grace;
  private int launches;

  /**
   * @param socket where the NodeManager listens, now or later
   * @param grace how long MPI_Comm_spawn may last when its container is over already
   */
  LaunchService(Path socket, Spawner spawner, Duration grace) {
    this.socket = socket;
    this.spawner = spawner;
    this.grace = grace;
  }

  /** Serves launches until the thread is interrupted. A NodeManager may come, go and come again. */
  void run() throws InterruptedException {
    while (true) {
      try (SocketChannel nodeManager = connect()) {
        Peer.requireOwnUser(nodeManager);
        serve(nodeManager);
      } catch (EOFException e) {
        say("the NodeManager has left");
      } catch (IOException e) {
        say("the connection to the NodeManager at " + socket + " is lost: " + e);
        Thread.sleep(CONNECT_PAUSE.toMillis());
      }
    }
  }

  /** Tries until somebody listens. */
  private SocketChannel connect() throws InterruptedException {
    while (true) {
      try {
        return SocketChannel.open(UnixDomainSocketAddress.of(socket));
      } catch (IOException e) {
        // No NodeManager is there yet, or any more.
        Thread.sleep(CONNECT_PAUSE.toMillis());
      }
    }
  }

  private void serve(SocketChannel nodeManager) throws IOException, InterruptedException {
    LaunchRequest request = LaunchRequest.read(nodeManager);
    launches++;
    Thread spawning = new Thread(() -> spawn(request, nodeManager), "spawn-" + launches);
    spawning.setDaemon(true);
    spawning.start();
    ByteBuffer nothing = ByteBuffer.allocate(1);
    while (nodeManager.read(nothing) >= 0) {
      // Nothing more is expected until the NodeManager closes the connection, or is gone.
      nothing.clear();
    }
    spawning.join(grace.toMillis());
    if (spawning.isAlive()) {
      say(
          "MPI_Comm_spawn has not returned for a container that is over ("
              + request.directory()
              + "): it has ended before MPI_Init; this thread stays behind");
    }
  }

  private void spawn(LaunchRequest request, SocketChannel nodeManager) {
    Optional<String> failure = spawner.spawn(request);
    if (failure.isPresent()) {
      say(failure.get());
      try {
        nodeManager.write(StandardCharsets.UTF_8.encode(failure.get()));
        nodeManager.shutdownOutput();
      } catch (IOException e) {
        say("that does not reach the NodeManager: " + e);
      }
    }
  }

  private static void say(String message) {
    System.err.println("rank: " + message);
  }
}
