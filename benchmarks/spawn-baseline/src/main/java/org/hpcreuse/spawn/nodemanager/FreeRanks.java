/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.spawn.nodemanager;

import java.io.Closeable;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.hpcreuse.protocol.Uninterrupted;
import org.hpcreuse.protocol.wire.Peer;
import org.hpcreuse.spawn.rank.LaunchRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The ranks that have connected and wait for a launch, first come first served. Thread-safe. */
final class FreeRanks implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(FreeRanks.class);

  private static final long PAUSE_MS = 1_000;

  /**
   * The connection to a rank that has one launch to serve. It never blocks: an interrupt would
   * close a channel that does. Not thread-safe.
   */
  static final class RankConnection implements Closeable {
    /** A rank's last words; what goes beyond is not shown. */
    private static final int MOST_BYTES = 4096;

    private final SocketChannel channel;
    private final ByteBuffer said = ByteBuffer.allocate(MOST_BYTES);

    RankConnection(SocketChannel channel) throws IOException {
      channel.configureBlocking(false);
      this.channel = channel;
    }

    /**
     * Hands a launch over.
     *
     * @throws IOException when the rank is gone, or has not read: a request is smaller than the
     *     kernel's buffer
     */
    void send(LaunchRequest request) throws IOException {
      ByteBuffer bytes = request.encode();
      channel.write(bytes);
      if (bytes.hasRemaining()) {
        throw new IOException("a rank has not taken the last " + bytes.remaining() + " bytes");
      }
    }

    /**
     * Whether the rank has closed the connection.
     *
     * @return empty when it has not; why it could not start the process; or nothing but blanks,
     *     when the rank has ended
     */
    Optional<String> closing() {
      try {
        while (said.hasRemaining()) {
          int count = channel.read(said);
          if (count == 0) {
            return Optional.empty();
          }
          if (count < 0) {
            break;
          }
        }
      } catch (IOException e) {
        // It has been killed with something unread.
      }
      return Optional.of(StandardCharsets.UTF_8.decode(said.duplicate().flip()).toString());
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  private final Path socket;
  private final ServerSocketChannel server;
  private final BlockingQueue<RankConnection> free = new LinkedBlockingQueue<>();

  private FreeRanks(Path socket, ServerSocketChannel server) {
    this.socket = socket;
    this.server = server;
  }

  /**
   * Lets ranks connect.
   *
   * @param socket where; what an earlier NodeManager has left there is removed
   */
  static FreeRanks listen(Path socket) throws IOException {
    Files.deleteIfExists(socket);
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      server.bind(UnixDomainSocketAddress.of(socket));
    } catch (IOException | RuntimeException e) {
      server.close();
      throw new IOException("no socket for ranks at " + socket + ": " + e.getMessage(), e);
    }
    FreeRanks ranks = new FreeRanks(socket, server);
    Thread accepting = new Thread(ranks::accept, "spawn-ranks");
    accepting.setDaemon(true);
    accepting.start();
    return ranks;
  }

  private void accept() {
    while (server.isOpen()) {
      try {
        SocketChannel rank = server.accept();
        try {
          Peer.requireOwnUser(rank);
          free.add(new RankConnection(rank));
        } catch (IOException e) {
          LOG.warn("a connection to {} is closed", socket, e);
          rank.close();
        }
      } catch (ClosedChannelException e) {
        return;
      } catch (IOException e) {
        // No descriptor is left, for example.
        LOG.warn("no rank can connect to {} for {} ms: {}", socket, PAUSE_MS, e.getMessage());
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_MS));
      }
    }
  }

  /**
   * Takes a rank; the caller closes it when its container is over, and it comes back by itself. An
   * interrupt does not end the wait.
   *
   * @param limit how long to wait for one
   * @throws IOException when none is free in time
   */
  RankConnection take(Duration limit) throws IOException {
    long deadline = System.nanoTime() + limit.toNanos();
    try (Uninterrupted waits = new Uninterrupted()) {
      while (true) {
        waits.putAside();
        try {
          RankConnection rank = free.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
          if (rank == null) {
            throw new IOException(
                String.format(
                    "no rank of mpirun was free at %s within %d ms; see logs/spawn-ranks.log of the"
                        + " cluster",
                    socket, limit.toMillis()));
          }
          if (rank.closing().isEmpty()) {
            return rank;
          }
          rank.close();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt(); // to be put aside
        }
      }
    }
  }

  @Override
  public void close() {
    try {
      server.close();
      Files.deleteIfExists(socket);
      for (RankConnection rank = free.poll(); rank != null; rank = free.poll()) {
        rank.close();
      }
    } catch (IOException e) {
      LOG.warn("{} is left in place", socket, e);
    }
  }
}
