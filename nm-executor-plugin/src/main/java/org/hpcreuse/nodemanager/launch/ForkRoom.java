/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.launch;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.MessageChannel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Memory that the pool leaves to a container that is forked beside its slots, for as long as that
 * runs: so long a connection to the pool manager is open. A thread of its own makes it anew when
 * the manager has died.
 */
public final class ForkRoom {
  private static final Logger LOG = LoggerFactory.getLogger(ForkRoom.class);

  /** A pool that does not even say hello keeps nobody from forking. */
  private static final Duration HELLO_TIMEOUT = Duration.ofSeconds(1);

  /** How long after a manager has gone another one is looked for. */
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private static final Duration LONG = Duration.ofHours(1);

  private final PoolClient pool;
  private final Message.Fork container;
  private final AtomicReference<MessageChannel> connected = new AtomicReference<>();
  private final CountDownLatch over = new CountDownLatch(1);

  private ForkRoom(PoolClient pool, Message.Fork container) {
    this.pool = pool;
    this.container = container;
  }

  /**
   * Tells the manager of a container, and waits until there is memory for it: free slots may have
   * to leave first. YARN has promised it to the container, so that it may be forked in any case:
   * without a pool at once, and after {@link PoolClient#TIMEOUT} with a warning.
   *
   * @param container what is forked
   * @return to be given back when the container is over
   */
  public static ForkRoom ask(PoolClient pool, Message.Fork container) {
    ForkRoom room = new ForkRoom(pool, container);
    room.register(container);
    Thread keeper = new Thread(room::keep, "hpc-reuse-fork-room-" + container.containerId());
    keeper.setDaemon(true);
    keeper.start();
    return room;
  }

  /** The container is over. */
  public void giveBack() {
    over.countDown();
    hangUp();
  }

  private void register(Message.Fork words) {
    MessageChannel channel;
    try {
      channel = pool.connect(HELLO_TIMEOUT);
    } catch (IOException | TimeoutException e) {
      LOG.debug("{}: the pool is not told of the fork", words.containerId(), e);
      return;
    }
    connected.set(channel);
    try {
      channel.send(words, PoolClient.TIMEOUT);
      channel.receive(PoolClient.TIMEOUT);
    } catch (TimeoutException e) {
      LOG.warn(
          "{} is forked though the slots leave no {} MiB for it after {} s",
          words.containerId(),
          words.memoryMb(),
          PoolClient.TIMEOUT.toSeconds());
    } catch (IOException e) {
      LOG.debug("{}: the pool does not answer", words.containerId(), e);
      hangUp();
    }
  }

  private void keep() {
    Message.Fork again =
        new Message.Fork(container.containerId(), Optional.empty(), container.memoryMb());
    try {
      while (!isOver(Duration.ZERO)) {
        awaitEndOfManager();
        hangUp();
        if (!isOver(PAUSE)) {
          register(again);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      hangUp();
    }
  }

  private boolean isOver(Duration wait) throws InterruptedException {
    return over.await(wait.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void awaitEndOfManager() {
    try {
      for (MessageChannel channel = connected.get(); channel != null; channel = connected.get()) {
        awaitWord(channel);
      }
    } catch (IOException e) {
      LOG.debug("{}: the pool manager has gone, or the container", container.containerId(), e);
    }
  }

  /** It may still say that there is room; it has nothing else to say. */
  private static void awaitWord(MessageChannel channel) throws IOException {
    try {
      channel.receive(LONG);
    } catch (TimeoutException e) {
      LOG.debug("nothing heard within {}", LONG, e);
    }
  }

  private void hangUp() {
    Optional.ofNullable(connected.getAndSet(null)).ifPresent(this::close);
  }

  private void close(MessageChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      LOG.debug("{}: the pool is not told of its end", container.containerId(), e);
    }
  }
}
