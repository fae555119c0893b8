/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi.outputs;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.hpcreuse.pool.mpi.calls.NativeMemory;
import org.hpcreuse.pool.mpi.calls.NativeMemory.Block;

/** Between the thread that receives chunks and the one that reads them. Thread-safe. */
final class ChunkQueue {
  private final Deque<Block> received = new ArrayDeque<>();
  private int unread;
  private boolean ended;
  private boolean closed;

  /** Empty while nothing has failed. */
  private String failure = "";

  synchronized void received(Block chunk) {
    unread++;
    if (closed) {
      giveBack(chunk);
    } else {
      received.add(chunk);
      notifyAll();
    }
  }

  /** No more comes. */
  synchronized void end() {
    ended = true;
    notifyAll();
  }

  /** No more comes, though more is missing; the first reason counts. */
  synchronized void fail(String reason) {
    if (failure.isEmpty() && !ended) {
      failure = reason;
      notifyAll();
    }
  }

  /**
   * The next chunk.
   *
   * @param boundNanos how long it may take
   * @return nothing at the end
   * @throws IOException when it fails, has been closed, or takes too long
   */
  synchronized Optional<Block> take(long boundNanos) throws IOException {
    long deadline = System.nanoTime() + boundNanos;
    try {
      for (long left = boundNanos; isSilent(); left = deadline - System.nanoTime()) {
        if (left <= 0) {
          throw new IOException(
              "no bytes in "
                  + TimeUnit.NANOSECONDS.toMillis(boundNanos)
                  + " ms from the other slot");
        }
        wait(TimeUnit.NANOSECONDS.toMillis(left) + 1);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    if (closed) {
      throw new IOException("closed");
    }
    if (received.isEmpty() && !failure.isEmpty()) {
      throw new IOException(failure);
    }
    return Optional.ofNullable(received.poll());
  }

  private boolean isSilent() {
    return received.isEmpty() && !closed && !ended && failure.isEmpty();
  }

  /** The reader needs the chunk no more. */
  synchronized void giveBack(Block chunk) {
    unread--;
    NativeMemory.give(chunk);
  }

  /** How many chunks have come and have not been given back. */
  synchronized int unread() {
    return unread;
  }

  /** Nobody reads any more; the reader gives back what it has. */
  synchronized void close() {
    closed = true;
    while (!received.isEmpty()) {
      giveBack(received.poll());
    }
    notifyAll();
  }

  synchronized boolean isClosed() {
    return closed;
  }
}
