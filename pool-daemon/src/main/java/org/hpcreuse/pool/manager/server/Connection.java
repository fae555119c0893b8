/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalLong;
import org.hpcreuse.pool.manager.state.Caller;
import org.hpcreuse.protocol.wire.FrameBuffer;
import org.hpcreuse.protocol.wire.Frames;
import org.hpcreuse.protocol.wire.Message;

/** One accepted connection: what has come in, what still has to go out. */
final class Connection {
  /** What a peer may leave unread, bytes; beyond this it is cut off. */
  static final long MAX_QUEUED_BYTES = 2L * Frames.MAX_PAYLOAD_BYTES;

  private final long id;
  private final SocketChannel channel;
  private final SelectionKey key;
  private final FrameBuffer in = FrameBuffer.limited();
  private final Deque<ByteBuffer> out = new ArrayDeque<>();
  private final long helloDeadlineMs;
  private long queuedBytes;
  private boolean mute;
  private Caller caller;

  Connection(long id, SocketChannel channel, SelectionKey key, long helloDeadlineMs) {
    this.id = id;
    this.channel = channel;
    this.key = key;
    this.helloDeadlineMs = helloDeadlineMs;
  }

  long id() {
    return id;
  }

  /** Who it is; empty until let in. */
  Optional<Caller> caller() {
    return Optional.ofNullable(caller);
  }

  void letIn(Caller who, FrameBuffer.LargeMessages largeMessages) {
    caller = who;
    in.liftLimit(largeMessages);
  }

  /** Memory that its messages take. */
  long heldBytes() {
    return in.heldBytes() + out.stream().mapToLong(ByteBuffer::capacity).sum();
  }

  /** Until when it must be let in, on the monotonic clock. */
  long helloDeadlineMs() {
    return helloDeadlineMs;
  }

  /** Reads what has come, and says how many bytes that was. */
  int fill() throws IOException {
    return in.fill(channel);
  }

  /**
   * Whether the peer has not ended its side. What it has said meanwhile is read ahead and kept.
   *
   * @return empty when it has ended its side, or has sent more than a peer sends that waits; else
   *     how many bytes have been read
   */
  OptionalLong readAhead() {
    long count = 0;
    try {
      while (in.hasRoom()) {
        int more = in.fill(channel);
        if (more == 0) {
          return OptionalLong.of(count);
        }
        count += more;
      }
      return OptionalLong.empty();
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }

  /** Whether the peer has sent the beginning of a message and not its end. */
  boolean isWithinMessage() {
    return in.isWithinMessage();
  }

  /** The message for which the last {@link #fill} has found no room, if there is one. */
  Optional<FrameBuffer.Skipped> takeSkipped() {
    return in.takeSkipped();
  }

  Optional<Message> next() throws IOException {
    return in.next();
  }

  /**
   * Queues a message and sends what the socket takes.
   *
   * @throws IOException when the peer has gone or leaves too much unread
   */
  void send(Message message) throws IOException {
    if (mute) {
      return;
    }
    ByteBuffer frame = Frames.encode(message);
    queuedBytes += frame.remaining();
    out.add(frame);
    flush();
    if (queuedBytes > MAX_QUEUED_BYTES) {
      throw new IOException("leaves " + queuedBytes + " bytes unread, limit " + MAX_QUEUED_BYTES);
    }
  }

  void flush() throws IOException {
    while (!out.isEmpty()) {
      queuedBytes -= channel.write(out.peek());
      if (out.peek().hasRemaining()) {
        break;
      }
      out.remove();
    }
    key.interestOps(
        out.isEmpty() ? SelectionKey.OP_READ : SelectionKey.OP_READ | SelectionKey.OP_WRITE);
  }

  /** Sends nothing more: the peer hears nothing. What it has said may still be there. */
  void mute() {
    mute = true;
    out.clear();
    queuedBytes = 0;
  }

  boolean isMute() {
    return mute;
  }

  boolean hasUnsent() {
    return !out.isEmpty();
  }

  /** What the peer has not read. */
  long unsentBytes() {
    return queuedBytes;
  }

  void close() throws IOException {
    channel.close();
  }

  @Override
  public String toString() {
    return caller == null ? "connection " + id : caller.toString();
  }
}
