/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.hpcreuse.pool.slot.process.SlotLog;
import org.hpcreuse.protocol.Bounds;
import org.hpcreuse.protocol.Uninterrupted;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.wire.LaunchSpec;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.MessageChannel;

/**
 * The slot's connection to the pool manager. Sending is thread-safe; one thread receives.
 *
 * <p>When the connection breaks, the container goes on and the receiving thread looks for the
 * manager again, for a bounded time. What was said of the last lease is kept until the next one,
 * and said again to a manager that comes after one that died: it may not have heard it. Meanwhile
 * {@link #send} never fails for want of a manager.
 */
final class SlotLink {
  private static final Duration BOUND = Duration.ofSeconds(30);

  /** How long one wait for a message is; there is no news for as long as nothing happens. */
  private static final Duration LISTEN = Duration.ofHours(1);

  private final PoolFiles files;
  private final Message.SlotHello hello;
  private final Duration search;
  private final SlotLog log;

  // All guarded by this.
  private final List<Message.LeaseReport> leaseReports = new ArrayList<>();
  private Message.Run last;
  private long newestLease;
  private boolean collected;
  private MessageChannel channel;
  private boolean broken;

  /** Whether it is not the first connection any more. */
  private volatile boolean isNew;

  private SlotLink(PoolFiles files, Message.SlotHello hello, Duration search, SlotLog log) {
    this.files = files;
    this.hello = hello;
    this.search = search;
    this.log = log;
  }

  /**
   * Connects and says hello.
   *
   * @param search how long the manager is looked for
   */
  static SlotLink open(PoolFiles files, Message.SlotHello hello, Duration search, SlotLog log)
      throws IOException {
    SlotLink link = new SlotLink(files, hello, search, log);
    link.connect(hello);
    return link;
  }

  /** Whether the manager has been found again since the start. */
  boolean isNew() {
    return isNew;
  }

  /** Sends a message, now or when there is a manager again. */
  synchronized void send(Message message) throws IOException {
    if (message instanceof Message.LeaseReport report) {
      leaseReports.add(report);
    }
    if (broken) {
      return;
    }
    try {
      channel.send(message, BOUND);
      forgetIfOver();
    } catch (IOException | TimeoutException e) {
      // The receiving thread sees the end of the connection too, and looks for the manager.
      broken = true;
      log.info(message.getClass().getSimpleName() + " is kept for the next pool manager: " + e);
      channel.close();
    }
  }

  /**
   * Waits until a manager has got all that was sent, for a slot that is about to end: what it alone
   * knows would be lost with it.
   *
   * @return whether one has within that time
   */
  synchronized boolean awaitSent(Duration bound) throws InterruptedException {
    long deadline = System.nanoTime() + bound.toNanos();
    for (long left = bound.toMillis(); broken && left > 0; ) {
      wait(left);
      left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
    }
    return !broken;
  }

  /** Waits for the next order, however long that takes. */
  Message.SlotOrder receive() throws IOException {
    while (true) {
      try {
        Optional<Message> message = listen();
        if (message.isPresent()) {
          note(message.get());
          if (message.get() instanceof Message.SlotOrder order) {
            return order;
          }
        }
      } catch (IOException e) {
        breakOff(e);
        connect(slotReturn());
        isNew = true;
        log.info("pool manager found again");
      }
    }
  }

  private Optional<Message> listen() throws IOException {
    try {
      return Optional.of(current().receive(LISTEN));
    } catch (TimeoutException e) {
      return Optional.empty();
    }
  }

  private synchronized MessageChannel current() {
    return channel;
  }

  private synchronized void note(Message message) {
    if (message instanceof Message.Run run) {
      last = run;
      newestLease = Math.max(newestLease, run.lease());
      leaseReports.clear();
      collected = false;
    } else if (message instanceof Message.Collected taken) {
      if (last != null && taken.lease() == last.lease()) {
        collected = true;
        forgetIfOver();
      }
    } else if (!(message instanceof Message.SlotOrder)) {
      log.info("unexpected " + message.getClass().getSimpleName() + " ignored");
    }
  }

  /**
   * What an executor has taken would stay with the next manager for ever, said once more. That the
   * slot must not be used again is said to each, until one has ended it.
   */
  private void forgetIfOver() {
    if (collected && !broken && leaseReports.stream().anyMatch(SlotLink::isReleasedForMore)) {
      last = null;
      leaseReports.clear();
      collected = false;
    }
  }

  private static boolean isReleasedForMore(Message.LeaseReport report) {
    return report instanceof Message.Released released && released.retireReason().isEmpty();
  }

  private synchronized void breakOff(IOException cause) throws IOException {
    log.info("connection to the pool manager broken, it is looked for: " + cause);
    broken = true;
    channel.close();
  }

  private synchronized Message slotReturn() {
    if (last == null) {
      return new Message.SlotReturn(hello, List.of(), newestLease);
    }
    LaunchSpec spec = last.spec();
    return new Message.SlotReturn(
        hello,
        List.of(new Message.SlotReturn.LastLease(last.lease(), spec.containerId(), spec.workDir())),
        newestLease);
  }

  /** A container may have interrupted this thread, which could not read the secret then. */
  private void connect(Message first) throws IOException {
    long deadline = System.nanoTime() + search.toNanos();
    try (Uninterrupted waits = new Uninterrupted()) {
      while (true) {
        waits.putAside();
        try {
          resume(MessageChannel.connect(files, Message.Role.SLOT, BOUND), first);
          return;
        } catch (IOException | TimeoutException e) {
          if (System.nanoTime() - deadline > 0) {
            throw new IOException("no pool manager for " + search + ": " + e.getMessage(), e);
          }
          waits.pause(Bounds.SLOT_SEARCH_PAUSE);
        }
      }
    }
  }

  private synchronized void resume(MessageChannel fresh, Message first)
      throws IOException, TimeoutException {
    try {
      fresh.send(first, BOUND);
      for (Message.LeaseReport report : leaseReports) {
        fresh.send(report, BOUND);
      }
    } catch (IOException | TimeoutException e) {
      fresh.close();
      throw e;
    }
    channel = fresh;
    broken = false;
    notifyAll();
  }
}
