/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi.outputs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import org.hpcreuse.pool.mpi.calls.NativeMemory;
import org.hpcreuse.pool.mpi.calls.NativeMemory.Block;

/**
 * The end of a transfer that has the files.
 *
 * <pre>
 * sends a challenge                         ->
 *                                           <-  length of the request, request, proof
 * sends FOUND, or NOT_FOUND and hangs up    ->
 *                                           <-  CREDIT for each message that may come
 * messages over MPI                         =>
 *                                           <-  END
 * sends how many messages it has sent       ->
 * </pre>
 */
final class Sending implements Transfer {
  static final byte FOUND = 1;
  static final byte NOT_FOUND = 2;
  static final byte CREDIT = 3;
  static final byte END = 4;

  /** Of a request; Hadoop asks for 20 maps at once. */
  static final int LONGEST_REQUEST = 1 << 16;

  private static final Duration REQUEST_BOUND = Duration.ofSeconds(10);

  /** A reduce may merge meanwhile. */
  private static final Duration CREDIT_BOUND = Duration.ofHours(1);

  /** A receiver that gives a credit waits for the message, unless it is stopped or gone. */
  private static final Duration MESSAGE_BOUND = Duration.ofSeconds(60);

  /** A message that has not been received then never will be. */
  private static final Duration GONE_BOUND = Duration.ofSeconds(2);

  private final SocketChannel channel;
  private final Intracomm communicator;
  private final PoolSecret secret;
  private final OutputDirectories directories;
  private final byte[] challenge;
  private final Messages sent = new Messages();

  /** Null until it begins. */
  private Control control;

  private ByteBuffer input = ByteBuffer.allocate(Integer.BYTES);

  /** Null until it has come. */
  private OutputRequest request;

  /** Null before, and when all has been sent. */
  private EncodedOutputs outputs;

  private long deadline;
  private int credits;
  private int count;
  private boolean ended;
  private boolean gone;
  private boolean over;

  /**
   * Takes a connection.
   *
   * @param communicator for transfers alone
   */
  Sending(
      SocketChannel channel,
      Intracomm communicator,
      PoolSecret secret,
      OutputDirectories directories) {
    this.channel = channel;
    this.communicator = communicator;
    this.secret = secret;
    this.directories = directories;
    challenge = secret.challenge();
  }

  @Override
  public void begin(Selector selector) throws IOException {
    control = new Control(channel, selector, this);
    control.say(ByteBuffer.wrap(challenge));
    waitFor(REQUEST_BOUND);
  }

  private void waitFor(Duration bound) {
    deadline = System.nanoTime() + bound.toNanos();
  }

  @Override
  public void ready() throws IOException {
    while (!over && !gone) {
      int count = control.read(input);
      if (count < 0) {
        hangUp();
        return;
      }
      if (count == 0) {
        return;
      }
      if (request != null) {
        obey(input.flip());
        input.clear();
      } else if (!input.hasRemaining()) {
        readRequest(input.flip());
      }
    }
  }

  private void hangUp() {
    gone = true;
    control.hearNothing();
    waitFor(GONE_BOUND);
    if (request == null) {
      finish();
    }
  }

  /** First its length, then all of it. */
  private void readRequest(ByteBuffer bytes) throws IOException {
    if (bytes.capacity() == Integer.BYTES) {
      int length = bytes.getInt();
      if (length <= 0 || length > LONGEST_REQUEST) {
        throw new IOException("a request of " + length + " bytes");
      }
      input = ByteBuffer.allocate(length + PoolSecret.PROOF_BYTES);
      return;
    }
    byte[] encoded = new byte[bytes.remaining() - PoolSecret.PROOF_BYTES];
    byte[] proof = new byte[PoolSecret.PROOF_BYTES];
    bytes.get(encoded).get(proof);
    if (!secret.isProof(proof, challenge, encoded)) {
      throw new IOException("a request without proof");
    }
    request = OutputRequest.decode(encoded);
    input = ByteBuffer.allocate(Chunk.WINDOW);
    answer();
  }

  private void answer() throws IOException {
    Optional<List<WrittenOutput>> found = directories.find(request.application(), request.maps());
    control.say(found.isPresent() ? FOUND : NOT_FOUND);
    if (found.isEmpty()) {
      finish();
      return;
    }
    outputs = new EncodedOutputs(new OutputFiles(request.reduce(), request.maps(), found.get()));
    waitFor(CREDIT_BOUND);
  }

  private void obey(ByteBuffer orders) throws IOException {
    while (orders.hasRemaining()) {
      byte order = orders.get();
      switch (order) {
        case CREDIT -> credits++;
        case END -> ended = true;
        default -> throw new IOException("unknown order " + order);
      }
    }
  }

  @Override
  public boolean step() throws IOException, MPIException {
    boolean moved = sent.giveDone();
    if (moved && !gone) {
      waitFor(sent.count() > 0 ? MESSAGE_BOUND : CREDIT_BOUND);
    }
    if (outputs != null && !ended && !gone && credits > count) {
      send();
      moved = true;
    }
    if (ended && sent.count() == 0) {
      if (!gone) {
        control.say(ByteBuffer.allocate(Integer.BYTES).putInt(count).flip());
      }
      finish();
    } else if ((gone && sent.count() == 0) || System.nanoTime() - deadline > 0) {
      finish();
    }
    return moved;
  }

  private void send() throws MPIException {
    Block block = NativeMemory.take(Chunk.BYTES);
    ByteBuffer chunk = block.bytes().clear().limit(Chunk.BYTES).position(Chunk.HEAD_BYTES);
    Chunk.Next next;
    try {
      next = outputs.fill(chunk) ? Chunk.Next.END : Chunk.Next.MORE;
    } catch (IOException e) {
      next = Chunk.Next.FAILURE;
      byte[] reason = e.toString().getBytes(StandardCharsets.UTF_8);
      chunk.position(Chunk.HEAD_BYTES).put(reason, 0, Math.min(reason.length, Chunk.BYTES / 2));
    }
    Chunk.writeHead(chunk, request.id(), count, next);
    int bytes = chunk.position();
    sent.add(
        block, communicator.iSend(chunk.clear(), bytes, MPI.BYTE, request.rank(), request.tag()));
    count++;
    waitFor(MESSAGE_BOUND);
    if (next != Chunk.Next.MORE) {
      closeOutputs();
    }
  }

  private void closeOutputs() {
    if (outputs != null) {
      outputs.close();
      outputs = null;
    }
  }

  @Override
  public boolean isStranger() {
    return request == null;
  }

  @Override
  public boolean isInMpi() {
    return sent.count() > 0 || (outputs != null && !ended && credits > count);
  }

  @Override
  public boolean isOver() {
    return over;
  }

  /** The other one notices that the connection ends. */
  @Override
  public void fail(Exception reason) {
    finish();
  }

  private void finish() {
    over = true;
    sent.abandon();
    closeOutputs();
    if (control != null) {
      control.close();
    }
  }
}
