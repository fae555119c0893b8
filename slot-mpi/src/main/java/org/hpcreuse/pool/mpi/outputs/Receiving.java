/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi.outputs;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import org.hpcreuse.pool.mpi.calls.NativeMemory;
import org.hpcreuse.pool.mpi.calls.NativeMemory.Block;

/**
 * The end of a transfer that wants the bytes; {@link Sending} shows what the two say to each other.
 * A reception is posted before its credit is given, so that each message finds its place.
 */
final class Receiving implements Transfer {
  /** From END on. A slot that has not answered then is as good as gone. */
  private static final Duration END_BOUND = Duration.ofSeconds(8);

  private enum State {
    CONNECTING,
    CHALLENGE,
    ANSWER,
    MESSAGES,
    /** END is said. */
    LAST_MESSAGES,
    /** What will not come is cancelled. */
    CANCELLED,
    OVER
  }

  private final InetSocketAddress address;
  private final int rank;
  private final Intracomm communicator;
  private final PoolSecret secret;
  private final OutputRequest request;
  private final CompletableFuture<Boolean> found = new CompletableFuture<>();
  private final CompletableFuture<Void> over = new CompletableFuture<>();
  private final ChunkQueue chunks = new ChunkQueue();
  private final Messages posted = new Messages();

  private State state = State.CONNECTING;

  /** Null until it begins. */
  private Control control;

  private ByteBuffer input = ByteBuffer.allocate(PoolSecret.CHALLENGE_BYTES);

  /** By {@link System#nanoTime}; without meaning while messages come, as the reader has a bound. */
  private long deadline;

  private int received;

  /** How many messages there are in all; -1 while that is not known. */
  private int all = -1;

  /**
   * Prepares one.
   *
   * @param listener whom to ask
   * @param address of the listener
   * @param communicator for transfers alone
   * @param bound how long the answer may take
   */
  Receiving(
      OutputListener listener,
      InetSocketAddress address,
      Intracomm communicator,
      PoolSecret secret,
      OutputRequest request,
      Duration bound) {
    this.address = address;
    rank = listener.rank();
    this.communicator = communicator;
    this.secret = secret;
    this.request = request;
    waitFor(bound);
  }

  /** Whether the other slot has the outputs, as soon as that is known. */
  Future<Boolean> found() {
    return found;
  }

  /** Done as soon as nothing of it is under way. */
  Future<Void> over() {
    return over;
  }

  ChunkQueue chunks() {
    return chunks;
  }

  @Override
  public String toString() {
    return "transfer from rank " + rank + " at " + address;
  }

  private void waitFor(Duration bound) {
    deadline = System.nanoTime() + bound.toNanos();
  }

  @Override
  public void begin(Selector selector) throws IOException {
    SocketChannel channel = SocketChannel.open();
    control = new Control(channel, selector, this);
    if (channel.connect(address)) {
      state = State.CHALLENGE;
    } else {
      control.hearOfConnection();
    }
  }

  @Override
  public void ready() throws IOException {
    if (state == State.CONNECTING) {
      control.connected();
      state = State.CHALLENGE;
      return;
    }
    while (state != State.OVER && all < 0) {
      int count = control.read(input);
      if (count < 0) {
        throw new IOException("it has closed the connection");
      }
      if (count == 0) {
        return;
      }
      if (!input.hasRemaining()) {
        read(input.flip());
      }
    }
  }

  private void read(ByteBuffer bytes) throws IOException {
    switch (state) {
      case CHALLENGE -> {
        byte[] challenge = new byte[PoolSecret.CHALLENGE_BYTES];
        bytes.get(challenge);
        ask(challenge);
        input = ByteBuffer.allocate(1);
        state = State.ANSWER;
      }
      case ANSWER -> {
        boolean has = bytes.get() == Sending.FOUND;
        input = ByteBuffer.allocate(Integer.BYTES);
        state = State.MESSAGES;
        found.complete(has);
        if (!has) {
          finish();
        }
      }
      case LAST_MESSAGES -> {
        all = bytes.getInt();
        control.hearNothing(); // that was its last word
      }
      default -> throw new IOException("it says something that nobody has asked for");
    }
  }

  private void ask(byte[] challenge) throws IOException {
    byte[] encoded = request.encode();
    control.say(
        ByteBuffer.allocate(Integer.BYTES + encoded.length + PoolSecret.PROOF_BYTES)
            .putInt(encoded.length)
            .put(encoded)
            .put(secret.proof(challenge, encoded))
            .flip());
  }

  @Override
  public boolean step() throws IOException, MPIException {
    return switch (state) {
      case MESSAGES -> {
        boolean moved = takeMessages();
        if (state == State.MESSAGES) {
          if (chunks.isClosed()) {
            sayEnd();
          } else {
            postMore();
          }
        }
        yield moved;
      }
      case LAST_MESSAGES -> {
        boolean moved = takeMessages();
        if (all >= 0 && received >= all) {
          posted.cancel();
          state = State.CANCELLED;
        } else {
          requireTime();
        }
        yield moved;
      }
      case CANCELLED -> {
        posted.giveDone();
        if (posted.count() == 0) {
          finish();
        } else {
          requireTime();
        }
        yield false;
      }
      default -> {
        requireTime();
        if (chunks.isClosed()) {
          throw new IOException("nobody waits for it any more");
        }
        yield false;
      }
    };
  }

  private void requireTime() throws IOException {
    if (System.nanoTime() - deadline > 0) {
      throw new IOException("it has not answered in time (" + state + ")");
    }
  }

  private boolean takeMessages() throws IOException, MPIException {
    boolean moved = false;
    for (Block done = posted.pollDone(); done != null; done = posted.pollDone()) {
      moved = true;
      if (Chunk.isOf(done.bytes(), request.id(), received)) {
        received++;
        taken(done);
      } else {
        post(done); // of a transfer that was broken off
      }
    }
    return moved;
  }

  private void taken(Block chunk) throws IOException {
    Chunk.Next next = Chunk.next(chunk.bytes());
    if (next == Chunk.Next.FAILURE) {
      ByteBuffer reason = Chunk.content(chunk.bytes());
      chunks.fail(this + ": " + StandardCharsets.UTF_8.decode(reason));
      NativeMemory.give(chunk);
    } else {
      chunks.received(chunk);
    }
    if (next != Chunk.Next.MORE) {
      chunks.end();
      if (state == State.MESSAGES) {
        sayEnd();
      }
    }
  }

  /** As many as there may be. */
  private void postMore() throws IOException, MPIException {
    while (posted.count() + chunks.unread() < Chunk.WINDOW) {
      post(NativeMemory.take(Chunk.BYTES));
      control.say(Sending.CREDIT);
    }
  }

  private void post(Block block) throws MPIException {
    posted.add(
        block,
        communicator.iRecv(block.bytes().clear(), Chunk.BYTES, MPI.BYTE, rank, request.tag()));
  }

  private void sayEnd() throws IOException {
    state = State.LAST_MESSAGES;
    waitFor(END_BOUND);
    control.say(Sending.END);
  }

  @Override
  public boolean isInMpi() {
    return posted.count() > 0;
  }

  @Override
  public boolean isOver() {
    return state == State.OVER;
  }

  @Override
  public void fail(Exception reason) {
    String why = this + ": " + reason.getMessage();
    chunks.fail(why);
    found.completeExceptionally(new IOException(why, reason));
    try {
      posted.cancel();
    } catch (MPIException e) {
      // What cannot be cancelled is left to MPI.
    }
    posted.abandon();
    finish();
  }

  private void finish() {
    state = State.OVER;
    over.complete(null);
    if (control != null) {
      control.close();
    }
  }
}
