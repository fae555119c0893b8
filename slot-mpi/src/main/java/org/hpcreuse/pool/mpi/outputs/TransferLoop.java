/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi.outputs;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import mpi.MPIException;
import org.hpcreuse.protocol.wire.Strangers;

/**
 * The thread that moves all transfers of a slot. It sleeps in the kernel while no message is under
 * way, and looks at MPI only then.
 */
final class TransferLoop implements Runnable {
  /** Others may ask this slot, too: the reduces of a node are few. */
  private static final int MOST_TRANSFERS = 384;

  /** Of these so many may not have proved yet what they are. */
  private static final int MOST_STRANGERS = 128;

  /** Until the next look whether a connection can be taken, for example with a free descriptor. */
  private static final long ACCEPT_PAUSE_NANOS = 1_000_000_000;

  /** A message between two nodes takes less. */
  private static final long SHORT_NANOS = 2_000_000;

  private static final long PAUSE_NANOS = 50_000;
  private static final long LONG_PAUSE_MS = 1;

  /** How often transfers look whether they have waited too long. */
  private static final long DEADLINES_MS = 500;

  /** A call of MPI. */
  interface MpiCall {
    void make() throws MPIException;
  }

  private final Selector selector;
  private final ServerSocketChannel server;
  private final Function<SocketChannel, Transfer> answers;
  private final SelectionKey accepting;
  private final MpiCall progress;
  private final Queue<Transfer> added = new ConcurrentLinkedQueue<>();
  private final List<Transfer> transfers = new ArrayList<>();
  private final Strangers<Transfer> strangers = new Strangers<>(MOST_STRANGERS, System::nanoTime);
  private long movedNanos;
  private long acceptNanos;

  /** Null while the thread runs. */
  private volatile IOException ended;

  /**
   * Takes the socket at which others ask.
   *
   * @param answers makes the transfer of one who has connected
   * @param progress a call of MPI that moves what it has under way
   */
  TransferLoop(
      ServerSocketChannel server, Function<SocketChannel, Transfer> answers, MpiCall progress)
      throws IOException {
    this.server = server;
    this.answers = answers;
    selector = Selector.open();
    server.configureBlocking(false);
    accepting = server.register(selector, SelectionKey.OP_ACCEPT);
    this.progress = progress;
  }

  /** Starts the thread; called by a thread of the slot. */
  void start() {
    Thread thread = new Thread(this, "slot-outputs");
    thread.setDaemon(true);
    thread.start();
  }

  /** Any thread. */
  void add(Transfer transfer) {
    added.add(transfer);
    if (ended == null) {
      selector.wakeup();
    } else {
      failAdded();
    }
  }

  /** Any thread: a transfer has something to do. */
  void wake() {
    selector.wakeup();
  }

  /** Any thread: whether nothing moves any more. */
  boolean hasEnded() {
    return ended != null;
  }

  @Override
  public void run() {
    try {
      while (true) {
        await();
        readChannels();
        for (Transfer each = added.poll(); each != null; each = added.poll()) {
          begin(each);
        }
        stepAll();
      }
    } catch (IOException | MPIException | RuntimeException | Error e) {
      ended = new IOException("slot-outputs has ended", e);
    } finally {
      end();
    }
  }

  /** Others notice that nobody listens any more. */
  private void end() {
    transfers.forEach(each -> each.fail(ended));
    failAdded();
    try {
      selector.close();
      server.close();
    } catch (IOException e) {
      ended.addSuppressed(e);
    }
  }

  private void failAdded() {
    for (Transfer each = added.poll(); each != null; each = added.poll()) {
      each.fail(ended);
    }
  }

  private void await() throws IOException {
    resumeAccepting();
    if (transfers.stream().noneMatch(Transfer::isInMpi)) {
      boolean quiet = transfers.isEmpty() && accepting.interestOps() != 0;
      selector.select(quiet ? 0 : DEADLINES_MS);
    } else if (System.nanoTime() - movedNanos < SHORT_NANOS) {
      LockSupport.parkNanos(PAUSE_NANOS);
      selector.selectNow();
    } else {
      selector.select(LONG_PAUSE_MS);
    }
  }

  private void resumeAccepting() {
    if (accepting.interestOps() == 0 && System.nanoTime() - acceptNanos > 0) {
      accepting.interestOps(SelectionKey.OP_ACCEPT);
    }
  }

  /** The kernel keeps the next caller waiting. */
  private void pauseAccepting(long nanos) {
    accepting.interestOps(0);
    acceptNanos = System.nanoTime() + nanos;
  }

  private void readChannels() {
    Iterator<SelectionKey> ready = selector.selectedKeys().iterator();
    while (ready.hasNext()) {
      SelectionKey key = ready.next();
      ready.remove();
      if (!key.isValid()) {
        continue;
      }
      if (key.channel() == server) {
        accept();
      } else {
        Transfer transfer = (Transfer) key.attachment();
        try {
          transfer.ready();
        } catch (IOException | RuntimeException e) {
          transfer.fail(e);
        }
        movedNanos = System.nanoTime();
      }
    }
  }

  private void accept() {
    if (strangers.isFull() && !pushOutStranger()) {
      pauseAccepting(Math.min(ACCEPT_PAUSE_NANOS, strangers.leftMs() * 1_000_000));
      return;
    }
    try {
      SocketChannel channel = server.accept();
      if (channel == null) {
        return; // another user's, or gone already
      }
      if (transfers.size() >= MOST_TRANSFERS) {
        channel.close();
        return;
      }
      Transfer transfer = answers.apply(channel);
      strangers.came(transfer, ((InetSocketAddress) channel.getRemoteAddress()).getAddress());
      begin(transfer);
    } catch (IOException e) {
      pauseAccepting(ACCEPT_PAUSE_NANOS);
    }
  }

  private boolean pushOutStranger() {
    Optional<Transfer> stranger = strangers.pushOut();
    stranger.ifPresent(
        transfer -> {
          transfer.fail(new IOException("others want its place"));
          transfers.remove(transfer);
        });
    return stranger.isPresent();
  }

  private void begin(Transfer transfer) {
    transfers.add(transfer);
    try {
      transfer.begin(selector);
    } catch (IOException | RuntimeException e) {
      transfer.fail(e);
    }
  }

  private void stepAll() throws MPIException {
    boolean moved = false;
    for (Transfer each : transfers) {
      try {
        moved |= !each.isOver() && each.step();
      } catch (IOException | MPIException | RuntimeException e) {
        each.fail(e);
      }
    }
    if (!transfers.isEmpty() && transfers.stream().noneMatch(Transfer::isInMpi)) {
      // What MPI has called sent may be under way, and moves only in a call.
      progress.make();
    }
    for (Transfer each : transfers) {
      if (each.isOver() || !each.isStranger()) {
        strangers.left(each);
      }
    }
    transfers.removeIf(Transfer::isOver);
    if (moved) {
      movedNanos = System.nanoTime();
    }
  }
}
