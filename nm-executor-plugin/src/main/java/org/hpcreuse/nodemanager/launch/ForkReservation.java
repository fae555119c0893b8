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
 * runs: so long a connection to the pool manager is open. A thread of its own makes it again when
 * the manager has died.
 */
public final class ForkReservation {
  private static final Logger LOG = LoggerFactory.getLogger(ForkReservation.class);

  /** A pool that does not even say hello keeps nobody from forking. */
  private static final Duration HELLO_TIMEOUT = Duration.ofSeconds(1);

  /** How long after a manager has gone another one is looked for. */
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private static final Duration LONG = Duration.ofHours(1);

  private final ManagerClient pool;
  private final Message.Fork container;
  private final AtomicReference<MessageChannel> connected = new AtomicReference<>();
  private final CountDownLatch over = new CountDownLatch(1);

  private ForkReservation(ManagerClient pool, Message.Fork container) {
    this.pool = pool;
    this.container = container;
  }

  /**
   * Tells the manager of a container, and waits until there is memory for it: free slots may have
   * to leave first. YARN has promised it to the container, so that it may be forked in any case:
   * without a pool at once, and after {@link ManagerClient#TIMEOUT} with a warning.
   *
   * @param container what is forked
   * @return to be given back when the container is over
   */
  public static ForkReservation ask(ManagerClient pool, Message.Fork container) {
    ForkReservation reservation = new ForkReservation(pool, container);
    reservation.register(container);
    Thread thread = new Thread(reservation::keep, "hpc-reuse-fork-" + container.containerId());
    thread.setDaemon(true);
    thread.start();
    return reservation;
  }

  /** The container is over. */
  public void giveBack() {
    over.countDown();
    hangUp();
  }

  private void register(Message.Fork request) {
    MessageChannel channel;
    try {
      channel = pool.connect(HELLO_TIMEOUT);
    } catch (IOException | TimeoutException e) {
      LOG.debug("{}: the pool is not told of the fork", request.containerId(), e);
      return;
    }
    connected.set(channel);
    try {
      channel.send(request, ManagerClient.TIMEOUT);
      channel.receive(ManagerClient.TIMEOUT);
    } catch (TimeoutException e) {
      LOG.warn(
          "{} is forked though the slots leave no {} MiB for it after {} s",
          request.containerId(),
          request.memoryMb(),
          ManagerClient.TIMEOUT.toSeconds());
    } catch (IOException e) {
      LOG.debug("{}: the pool does not answer", request.containerId(), e);
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
        awaitMessage(channel);
      }
    } catch (IOException e) {
      LOG.debug("{}: the pool manager has gone, or the container", container.containerId(), e);
    }
  }

  /** It may still say that there is room; it has nothing else to say. */
  private static void awaitMessage(MessageChannel channel) throws IOException {
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
