/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.master;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.hpcreuse.gang.GangMessage;
import org.hpcreuse.gang.GangPeer;
import org.hpcreuse.gang.master.core.Clients;

/**
 * The clients that watch the gang. What comes before the first of them is kept for it. A client
 * that is slow slows down the ranks that print, by the threads that bring their lines; nobody else
 * waits for it. Thread-safe.
 */
final class Watchers implements Clients {
  /** Messages that wait for a client: a line may have 64 KiB, and the master's heap is small. */
  private static final int WAITING = 500;

  /** Messages that wait for the first client, which comes at once. */
  private static final int EARLY = 500;

  private final boolean expected;

  private final Queue<GangMessage> early = new ArrayDeque<>();
  private final List<Watcher> all = new ArrayList<>();
  private boolean anyCame;

  /**
   * Without clients yet.
   *
   * @param expected whether one will come
   */
  Watchers(boolean expected) {
    this.expected = expected;
  }

  /** A client and what waits for it. Guarded by the watchers' lock. */
  private final class Watcher {
    private final GangPeer connection;
    private final Queue<GangMessage> waiting = new ArrayDeque<>();
    private boolean sending;
    private boolean gone;

    Watcher(GangPeer connection) {
      this.connection = connection;
      Thread sender = new Thread(this::send, "gang-client " + connection.peer());
      sender.setDaemon(true);
      sender.start();
    }

    private void send() {
      try {
        while (true) {
          connection.send(next());
          synchronized (Watchers.this) {
            sending = false;
            Watchers.this.notifyAll();
          }
        }
      } catch (IOException | InterruptedException e) {
        give(this);
      }
    }

    private GangMessage next() throws InterruptedException {
      synchronized (Watchers.this) {
        while (waiting.isEmpty()) {
          Watchers.this.wait();
        }
        sending = true;
        Watchers.this.notifyAll();
        return waiting.remove();
      }
    }
  }

  /** Its connection will be reported as closed. */
  private synchronized void give(Watcher watcher) {
    watcher.gone = true;
    watcher.waiting.clear();
    watcher.sending = false;
    notifyAll();
  }

  @Override
  public synchronized void add(GangPeer connection) {
    Watcher watcher = new Watcher(connection);
    all.add(watcher);
    if (!anyCame) {
      anyCame = true;
      watcher.waiting.addAll(early);
      early.clear();
    }
    notifyAll();
  }

  @Override
  public synchronized boolean haveCome() {
    return anyCame;
  }

  @Override
  public synchronized boolean closed(GangPeer connection) {
    boolean was = all.removeIf(each -> each.connection == connection);
    notifyAll();
    return was && all.isEmpty();
  }

  @Override
  public synchronized boolean areSlow() {
    return (expected && !anyCame && early.size() >= EARLY)
        || all.stream().anyMatch(each -> !each.gone && each.waiting.size() >= WAITING);
  }

  /** Passes on a line; waits while a client is slow. */
  synchronized void line(GangMessage.Line line) throws InterruptedException {
    while (areSlow()) {
      wait();
    }
    tell(line);
  }

  @Override
  public synchronized void tell(GangMessage message) {
    all.stream().filter(each -> !each.gone).forEach(each -> each.waiting.add(message));
    if (!anyCame && expected) {
      early.add(message);
    }
    notifyAll();
  }

  /**
   * Returns when the clients have got everything, or have taken nothing for some time.
   *
   * @param bound how long
   */
  synchronized void flush(Duration bound) throws InterruptedException {
    long deadline = System.nanoTime() + bound.toNanos();
    long left = left();
    while (left > 0) {
      long leftMs = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
      if (leftMs <= 0) {
        return;
      }
      wait(leftMs);
      if (left() < left) {
        deadline = System.nanoTime() + bound.toNanos();
      }
      left = left();
    }
  }

  private long left() {
    return all.stream().mapToLong(each -> each.waiting.size() + (each.sending ? 1 : 0)).sum();
  }
}
