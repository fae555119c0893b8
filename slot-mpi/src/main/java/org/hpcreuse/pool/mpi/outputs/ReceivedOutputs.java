/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi.outputs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import org.hpcreuse.mpi.MapOutputs;
import org.hpcreuse.pool.mpi.calls.NativeMemory.Block;

/** Outputs that come over MPI: takes apart what {@link EncodedOutputs} has put together. */
final class ReceivedOutputs implements MapOutputs {
  private final Iterator<String> maps;
  private final Duration bound;
  private final Runnable wake;

  private final Receiving receiving;

  /** Null before the first call. */
  private volatile Thread reader;

  /** Null when the next one has to be taken. */
  private volatile Block chunk;

  private ByteBuffer bytes = ByteBuffer.allocate(0);

  /** Of this output. */
  private long left;

  /**
   * Takes what is to be read.
   *
   * @param bound how long it waits for each message
   * @param wake tells the thread that receives that it may go on
   */
  ReceivedOutputs(List<String> maps, Receiving receiving, Duration bound, Runnable wake) {
    this.maps = maps.iterator();
    this.receiving = receiving;
    this.bound = bound;
    this.wake = wake;
  }

  @Override
  public Origin origin() {
    return Origin.MPI;
  }

  @Override
  public Optional<Output> next() throws IOException {
    reader = Thread.currentThread();
    while (left > 0) {
      skip();
    }
    if (!maps.hasNext()) {
      return Optional.empty();
    }
    long length = readLong();
    long rawLength = readLong();
    if (length < 0) {
      throw new IOException("an output of " + length + " bytes");
    }
    left = length;
    if (!bytes.hasRemaining()) {
      giveBack();
    }
    return Optional.of(new Output(maps.next(), length, rawLength));
  }

  private void skip() throws IOException {
    requireBytes();
    int count = (int) Math.min(left, bytes.remaining());
    bytes.position(bytes.position() + count);
    left -= count;
  }

  private long readLong() throws IOException {
    long value = 0;
    for (int count = 0; count < Long.BYTES; count++) {
      requireBytes();
      value = (value << Byte.SIZE) | (bytes.get() & 0xff);
    }
    return value;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (left == 0) {
      return -1;
    }
    requireBytes();
    int count = (int) Math.min(Math.min(length, left), bytes.remaining());
    bytes.get(into, offset, count);
    left -= count;
    if (!bytes.hasRemaining()) {
      giveBack();
    }
    return count;
  }

  private void requireBytes() throws IOException {
    while (!bytes.hasRemaining()) {
      giveBack();
      Optional<Block> next = receiving.chunks().take(bound.toNanos());
      if (next.isEmpty()) {
        throw new IOException("the other slot has sent too few bytes");
      }
      chunk = next.get();
      bytes = Chunk.content(chunk.bytes());
    }
  }

  private void giveBack() {
    if (chunk != null) {
      bytes = ByteBuffer.allocate(0);
      Block done = chunk;
      chunk = null;
      receiving.chunks().giveBack(done);
      wake.run();
    }
  }

  /** Another thread leaves the chunk in hand to the reader, who may use it this moment. */
  @Override
  public void close() {
    if (reader == Thread.currentThread()) {
      giveBack();
    }
    receiving.chunks().close();
    wake.run();
  }

  /** Whether nothing of it is under way, and the reader has given all back. */
  boolean isOver() {
    return receiving.over().isDone() && chunk == null && receiving.chunks().unread() == 0;
  }

  /**
   * Takes back what a reader has that is no more.
   *
   * @return nothing of it is under way
   */
  Future<Void> end() {
    giveBack();
    return receiving.over();
  }
}
