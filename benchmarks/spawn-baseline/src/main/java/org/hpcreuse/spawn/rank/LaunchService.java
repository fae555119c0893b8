/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.spawn.rank;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.hpcreuse.protocol.wire.Peer;
import org.hpcreuse.spawn.rank.Spawner.SpawnFailure;

/**
 * Serves one launch at a time. The rank connects to the NodeManager's socket when it is free. The
 * NodeManager sends a request and closes the connection when the container is over. What the rank
 * writes before that is why it could not start the process.
 */
final class LaunchService {
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
    InputStream in = Channels.newInputStream(nodeManager);
    LaunchRequest request = LaunchRequest.read(in);
    launches++;
    Thread spawning = new Thread(() -> spawn(request, nodeManager), "spawn-" + launches);
    spawning.setDaemon(true);
    spawning.start();
    awaitEnd(in);
    spawning.join(grace.toMillis());
    if (spawning.isAlive()) {
      say(
          "MPI_Comm_spawn has not returned for a container that is over ("
              + request.directory()
              + "): it has ended before MPI_Init; this thread stays behind");
    }
  }

  /** Until the NodeManager closes the connection, or is gone. */
  private static void awaitEnd(InputStream in) throws IOException {
    while (in.read() >= 0) {
      // Nothing more is expected.
    }
  }

  private void spawn(LaunchRequest request, SocketChannel nodeManager) {
    try {
      spawner.spawn(request);
    } catch (SpawnFailure failure) {
      say(failure.getMessage());
      reply(failure.getMessage(), nodeManager);
    }
  }

  private void reply(String message, SocketChannel nodeManager) {
    try {
      nodeManager.write(StandardCharsets.UTF_8.encode(message));
      nodeManager.shutdownOutput();
    } catch (IOException e) {
      say("that does not reach the NodeManager: " + e);
    }
  }

  private static void say(String message) {
    System.err.println("rank: " + message);
  }
}
