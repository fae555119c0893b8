/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.launch;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.hpcreuse.protocol.Uninterrupted;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.wire.MessageChannel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection to the pool manager that has said Hello already, for the next launch. A thread of
 * its own makes it, so that no launch waits for it. On it the manager hears first which exit
 * statuses have been taken. A connection serves one launch; one whose manager has gone, or whose
 * pool has been set up again, is not given out. Thread-safe.
 */
public final class ReadyConnection implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(ReadyConnection.class);
  private static final long IDLE_THREAD_SECONDS = 10;
  private static final Duration PAUSE = Duration.ofMillis(100);

  private final PoolClient pool;
  private final ExecutorService maker;

  // Both guarded by this.
  private Optional<Ready> ready = Optional.empty();
  private boolean closed;

  /** A connection, and the pool's files when it was made. */
  private record Ready(MessageChannel channel, PoolFiles files) {}

  public ReadyConnection(PoolClient pool) {
    this.pool = pool;
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            1,
            1,
            IDLE_THREAD_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(1),
            work -> {
              Thread thread = new Thread(work, "hpc-reuse-connection");
              thread.setDaemon(true);
              return thread;
            },
            new ThreadPoolExecutor.DiscardPolicy());
    threads.allowCoreThreadTimeOut(true);
    maker = threads;
  }

  /**
   * The connection, or a new one. The caller closes it.
   *
   * @throws IOException when there is no manager, or it refuses this caller
   * @throws TimeoutException when the manager takes no connection, or does not answer, in time
   */
  MessageChannel take() throws IOException, TimeoutException {
    Optional<Ready> taken = swap(Optional.empty());
    if (taken.isPresent()) {
      MessageChannel channel = taken.get().channel();
      if (taken.get().files() == pool.files() && channel.isQuiet()) {
        return channel;
      }
      channel.close();
    }
    return pool.connect();
  }

  /**
   * Has a connection made for the next launch, if there is none, and the manager told which exit
   * statuses have been taken. Returns at once.
   */
  void prepare() {
    try {
      maker.execute(this::make);
    } catch (OutOfMemoryError e) { // of memory or of threads: the launch that is over counts
      LOG.debug("no connection for the next launch", e);
    }
  }

  /** The next manager learns what has been taken when this one dies. */
  private void make() {
    long sinceNanos = System.nanoTime();
    Duration limit = SlotRun.searchIn(pool);
    try (Uninterrupted waits = new Uninterrupted()) {
      while (pool.hasTaken() || !isThere()) {
        try {
          makeOnce();
        } catch (IOException | TimeoutException | RuntimeException e) {
          LOG.debug("no connection for the next launch", e);
          if (!pool.hasTaken()) {
            return;
          }
          if (isClosed() || System.nanoTime() - sinceNanos >= limit.toNanos()) {
            pool.forgetTaken("tried for " + limit.toMillis() + " ms: " + e.getMessage());
            return;
          }
          waits.pause(PAUSE);
        }
      }
    }
  }

  private void makeOnce() throws IOException, TimeoutException {
    Optional<Ready> kept = swap(Optional.empty());
    PoolFiles files = pool.files();
    MessageChannel channel = kept.isPresent() ? kept.get().channel() : pool.connect();
    boolean told = false;
    try {
      pool.tellTaken(channel);
      told = true;
    } finally {
      if (!told) {
        channel.close();
      }
    }
    Optional<Ready> other = swap(Optional.of(kept.orElse(new Ready(channel, files))));
    if (other.isPresent()) {
      other.get().channel().close();
    }
  }

  private synchronized boolean isThere() {
    return closed || ready.isPresent();
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  /** Keeps a connection, and returns what must be used or closed by the caller. */
  private synchronized Optional<Ready> swap(Optional<Ready> next) {
    if (closed) {
      return next;
    }
    Optional<Ready> before = ready;
    ready = next;
    return before;
  }

  @Override
  public void close() throws IOException {
    maker.shutdown();
    Optional<Ready> last;
    synchronized (this) {
      closed = true;
      last = ready;
      ready = Optional.empty();
    }
    if (last.isPresent()) {
      last.get().channel().close();
    }
  }
}
