/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.ranks;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.hpcreuse.nodemanager.launch.PoolClient;
import org.hpcreuse.protocol.ranks.RankAttributes;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.MessageChannel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a connection to the pool manager, which says on it what ranks there are, and makes another
 * one when it has broken. Thread-safe; a thread of its own listens.
 */
final class RanksListener implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(RanksListener.class);

  /** Between the first two attempts to connect; then twice as long each time. */
  private static final Duration AGAIN = Duration.ofSeconds(1);

  /** A manager logs each caller that it refuses. */
  private static final Duration LONGEST_AGAIN = Duration.ofSeconds(16);

  /** What a manager is to say something in; it need not. */
  private static final Duration LONG = Duration.ofHours(1);

  private final PoolClient pool;
  private final Thread thread = new Thread(this::listen, "hpc-reuse-ranks");
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile RankAttributes attributes = RankAttributes.UNKNOWN;

  /** Why there was no connection last, for the log; used by the thread alone. */
  private String failure = "";

  /** Guarded by this; null while there is none. */
  private MessageChannel connection;

  RanksListener(PoolClient pool) {
    this.pool = pool;
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** What the pool manager has said last; unknown while it is not reached. */
  RankAttributes attributes() {
    return attributes;
  }

  private void listen() {
    Duration pause = AGAIN.dividedBy(2);
    do {
      try (MessageChannel channel = pool.connect()) {
        if (!isKept(channel)) {
          return;
        }
        channel.send(new Message.WatchRanks(), PoolClient.TIMEOUT);
        pause = AGAIN.dividedBy(2);
        while (true) {
          hear(channel);
        }
      } catch (IOException | TimeoutException | RuntimeException e) {
        failed(e.toString());
      }
      attributes = RankAttributes.UNKNOWN;
      pause = shorter(pause.multipliedBy(2), LONGEST_AGAIN);
    } while (!isClosedWithin(pause));
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private void failed(String why) {
    if (!why.equals(failure)) {
      failure = why;
      LOG.info("the pool manager does not say what ranks there are: {}", why);
    }
  }

  private void hear(MessageChannel channel) throws IOException {
    try {
      Message message = channel.receive(LONG);
      if (message instanceof Message.Ranks ranks) {
        failure = "";
        attributes = RankAttributes.of(ranks);
      } else {
        throw new IOException("the pool manager answers " + message);
      }
    } catch (TimeoutException e) {
      LOG.debug("no change within {}", LONG, e);
    }
  }

  private boolean isClosedWithin(Duration wait) {
    try {
      return closed.await(wait.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      return true; // nobody else ends this thread
    }
  }

  /** Remembers the connection, to be closed by another thread, unless that has come before. */
  private synchronized boolean isKept(MessageChannel channel) {
    connection = channel;
    return closed.getCount() > 0;
  }

  @Override
  public void close() throws IOException {
    closed.countDown();
    synchronized (this) {
      if (connection != null) {
        connection.close();
      }
    }
  }
}
